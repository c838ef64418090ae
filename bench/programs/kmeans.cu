// k-means: the device labels the points, the host moves the centroids.
//
// Could overlap: the labels of one part of the points can travel while the next part is labelled. The centroids need
// all labels, and the next labels need the centroids.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define CUDA(call) checked(call, #call)

static void checked(cudaError_t status, const char *call)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int DIM = 4, CLUSTERS = 12;

__host__ __device__ inline int nearest(const float *points, int n, int i, const float *centroids)
{
    float best = 1e30f;
    int label = 0;
    for (int c = 0; c < CLUSTERS; c++) {
        float distance = 0;
        for (int k = 0; k < DIM; k++) {
            float d = points[k * n + i] - centroids[c * DIM + k];
            distance += d * d;
        }
        if (distance < best) {
            best = distance;
            label = c;
        }
    }
    return label;
}

__global__ void assign(const float *points, const float *centroids, int *labels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) labels[i] = nearest(points, n, i, centroids);
}

class KMeans
{
  public:
    KMeans(int n, int rounds) : n_(n), rounds_(rounds), points_(DIM * n), centroids_(CLUSTERS * DIM), labels_(n)
    {
        unsigned state = 99;
        for (float &coordinate : points_) {
            state = state * 747796405u + 2891336453u;
            coordinate = (state >> 16) * (1.0f / 65536.0f);
        }
        for (int c = 0; c < CLUSTERS; c++)
            for (int k = 0; k < DIM; k++) centroids_[c * DIM + k] = points_[k * n + c * (n / CLUSTERS)];
        CUDA(cudaMalloc(&d_points_, points_.size() * sizeof(float)));
        CUDA(cudaMalloc(&d_centroids_, centroids_.size() * sizeof(float)));
        CUDA(cudaMalloc(&d_labels_, n * sizeof(int)));
        CUDA(cudaMemcpy(d_points_, points_.data(), points_.size() * sizeof(float), cudaMemcpyHostToDevice));
    }
    ~KMeans()
    {
        cudaFree(d_points_);
        cudaFree(d_centroids_);
        cudaFree(d_labels_);
    }

    void run()
    {
        for (int round = 0; round < rounds_; round++) {
            CUDA(cudaMemcpy(d_centroids_, centroids_.data(), centroids_.size() * sizeof(float), cudaMemcpyHostToDevice));
            assign<<<(n_ + 255) / 256, 256>>>(d_points_, d_centroids_, d_labels_, n_);
            CUDA(cudaGetLastError());
            CUDA(cudaMemcpy(labels_.data(), d_labels_, n_ * sizeof(int), cudaMemcpyDeviceToHost));
            if (round < rounds_ - 1) move_centroids();
        }
    }

    bool right() const
    {
        for (int i = 0; i < n_; i += n_ / 101 + 1) {
            int label = labels_[i];
            if (label < 0 || label >= CLUSTERS) return false;
            if (distance(i, label) > distance(i, nearest(points_.data(), n_, i, centroids_.data())) + 1e-5f) return false;
        }
        return true;
    }

    double sum() const
    {
        double sum = 0;
        for (int c = 0; c < CLUSTERS * DIM; c++) sum += centroids_[c] * (c + 1);
        return sum;
    }

    std::vector<int> sizes() const
    {
        std::vector<int> count(CLUSTERS);
        for (int label : labels_) count[label]++;
        return count;
    }

  private:
    void move_centroids()
    {
        double total[CLUSTERS][DIM] = {};
        int count[CLUSTERS] = {};
        for (int i = 0; i < n_; i++) {
            count[labels_[i]]++;
            for (int k = 0; k < DIM; k++) total[labels_[i]][k] += points_[k * n_ + i];
        }
        for (int c = 0; c < CLUSTERS; c++)
            for (int k = 0; k < DIM; k++)
                if (count[c] > 0) centroids_[c * DIM + k] = (float)(total[c][k] / count[c]);
    }
    float distance(int i, int c) const
    {
        float sum = 0;
        for (int k = 0; k < DIM; k++) sum += std::pow(points_[k * n_ + i] - centroids_[c * DIM + k], 2.0f);
        return sum;
    }

    int n_, rounds_;
    std::vector<float> points_, centroids_;
    std::vector<int> labels_;
    float *d_points_, *d_centroids_;
    int *d_labels_;
};

int main(int argc, char **argv)
{
    int n = 1 << 20, rounds = 12;
    if (argc > 1 && !std::strcmp(argv[1], "small")) n = 1200, rounds = 4;
    if (argc > 1 && !std::strcmp(argv[1], "large")) n = 8 << 20, rounds = 30;
    CUDA(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    bool right;
    double sum;
    std::vector<int> sizes;
    {
        KMeans problem(n, rounds);
        problem.run();
        right = problem.right();
        sum = problem.sum();
        sizes = problem.sizes();
    }
    auto end = std::chrono::steady_clock::now();

    for (int size : sizes) std::printf("%d ", size);
    std::printf("\ncentroids %.5f\n%s\n", sum, right ? "PASS" : "FAIL");
    std::fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
