// Breadth-first search, level by level: a flag goes up, a kernel sets it, the flag comes back.
//
// Could overlap: little within the loop: the next level depends on the flag. The uploads of the graph can overlap
// with each other's preparation. Latency counts here: an asynchronous version must not add to it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static void must(cudaError_t status)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "bfs: %s\n", cudaGetErrorString(status));
        exit(1);
    }
}

// Edges of node i: first[i] to first[i + 1].
class Graph
{
  public:
    Graph(int nodes, int degree, int reach) : first(nodes + 1), target(nodes * degree)
    {
        unsigned state = 12345;
        for (int i = 0; i < nodes; i++) {
            first[i] = i * degree;
            for (int k = 0; k < degree; k++) {
                state = state * 1664525u + 1013904223u;
                int other = i + (int)(state >> 8) % (2 * reach + 1) - reach;
                target[i * degree + k] = other < 0 ? 0 : other >= nodes ? nodes - 1 : other;
            }
        }
        first[nodes] = nodes * degree;
    }
    int nodes() const { return (int)first.size() - 1; }
    std::vector<int> first, target;
};

__global__ void expand(const int *first, const int *target, int *level, int nodes, int current, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes || level[i] != current) return;
    for (int e = first[i]; e < first[i + 1]; e++) {
        if (level[target[e]] == -1) {
            level[target[e]] = current + 1;
            *changed = 1;
        }
    }
}

static std::vector<int> search(const Graph &graph, int start)
{
    int nodes = graph.nodes();
    std::vector<int> level(nodes, -1);
    level[start] = 0;
    int *d_first, *d_target, *d_level, *d_changed;
    must(cudaMalloc(&d_first, graph.first.size() * sizeof(int)));
    must(cudaMalloc(&d_target, graph.target.size() * sizeof(int)));
    must(cudaMalloc(&d_level, nodes * sizeof(int)));
    must(cudaMalloc(&d_changed, sizeof(int)));
    must(cudaMemcpy(d_first, graph.first.data(), graph.first.size() * sizeof(int), cudaMemcpyHostToDevice));
    must(cudaMemcpy(d_target, graph.target.data(), graph.target.size() * sizeof(int), cudaMemcpyHostToDevice));
    must(cudaMemcpy(d_level, level.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));

    int changed, current = 0;
    do {
        changed = 0;
        must(cudaMemcpy(d_changed, &changed, sizeof(int), cudaMemcpyHostToDevice));
        expand<<<(nodes + 255) / 256, 256>>>(d_first, d_target, d_level, nodes, current++, d_changed);
        must(cudaGetLastError());
        must(cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost));
    } while (changed);

    must(cudaMemcpy(level.data(), d_level, nodes * sizeof(int), cudaMemcpyDeviceToHost));
    must(cudaFree(d_first));
    must(cudaFree(d_target));
    must(cudaFree(d_level));
    must(cudaFree(d_changed));
    return level;
}

struct Found {
    int reached = 0, depth = 0;
    long long sum = 0;
    bool right = true;
};

static Found run(int nodes, int reach)
{
    Graph graph(nodes, 8, reach);
    std::vector<int> level = search(graph, nodes / 2);
    Found found;
    for (int i = 0; i < nodes; i++) {
        found.reached += level[i] >= 0;
        found.sum += level[i];
        if (level[i] > found.depth) found.depth = level[i];
    }
    for (int i = 0; i < nodes; i += 37)
        for (int e = graph.first[i]; e < graph.first[i + 1]; e++) {
            int other = level[graph.target[e]];
            if (level[i] >= 0 && (other < 0 || other > level[i] + 1)) found.right = false;
        }
    if (level[nodes / 2] != 0) found.right = false;
    return found;
}

int main(int argc, char **argv)
{
    std::string size = argc > 1 ? argv[1] : "default";
    int nodes = 1 << 20, reach = 4000;
    if (size == "small") nodes = 1500, reach = 100;
    if (size == "large") nodes = 8 << 20, reach = 8000;
    must(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    Found found = run(nodes, reach);
    auto end = std::chrono::steady_clock::now();

    printf("reached %d depth %d sum %lld\n%s\n", found.reached, found.depth, found.sum, found.right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return found.right ? 0 : 1;
}
