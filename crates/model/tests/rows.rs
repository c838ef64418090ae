//! What the tables say, read as a specification: what must be there, and what must hold together.

use model::{Assign, Base, Direction, HostWaits, Model, OpKind, Path, Row, Source, Threading};

fn row(name: &str) -> &'static Row {
    Model::builtin().row(name).unwrap_or_else(|| panic!("no row for {name}"))
}

fn paths(texts: &[&str]) -> Vec<Path> {
    texts.iter().map(|text| Path::parse(text).unwrap()).collect()
}

fn assigns(row: &Row, text: &str) -> bool {
    row.assigns.contains(&Assign::parse(text).unwrap())
}

/// Nothing but being in the table.
fn is_harmless(row: &Row) -> bool {
    row.op.is_none()
        && row.reads.is_empty()
        && row.writes.is_empty()
        && row.frees.is_empty()
        && row.assigns.is_empty()
        && row.keeps.is_empty()
        && row.leaks.is_empty()
        && row.calls.is_empty()
        && row.threading.is_none()
        && !row.clock
        && !row.noreturn
        && !row.exits
}

#[test]
fn runtime_functions_are_there() {
    for name in "cudaMalloc cudaMallocPitch cudaMalloc3D cudaMallocArray cudaMallocManaged
        cudaMallocHost cudaMallocAsync cudaHostAlloc cudaHostRegister cudaHostUnregister
        cudaHostGetDevicePointer cudaFree cudaFreeHost cudaFreeArray cudaFreeAsync cudaMemcpy
        cudaMemcpyAsync cudaMemcpy2D cudaMemcpy2DAsync cudaMemcpy3D cudaMemcpy3DAsync
        cudaMemcpyToSymbol cudaMemcpyToSymbolAsync cudaMemcpyFromSymbol cudaMemcpyFromSymbolAsync
        cudaMemcpyPeer cudaMemcpyPeerAsync cudaMemcpyToArray cudaMemcpyFromArray
        cudaMemcpy2DToArray cudaMemcpy2DFromArray cudaMemcpyArrayToArray cudaMemcpy2DArrayToArray
        cudaMemset cudaMemsetAsync cudaMemset2D cudaMemset2DAsync cudaMemset3D cudaMemset3DAsync
        cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority cudaStreamDestroy
        cudaStreamSynchronize cudaStreamQuery cudaStreamWaitEvent cudaEventCreate
        cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaEventSynchronize
        cudaEventQuery cudaEventElapsedTime cudaDeviceSynchronize cudaThreadSynchronize
        cudaThreadExit cudaLaunchKernel cudaLaunchCooperativeKernel cudaLaunchKernelExC
        cudaLaunchHostFunc cudaStreamAddCallback cudaSetDevice cudaDeviceReset
        cudaStreamBeginCapture cudaStreamEndCapture cudaGraphInstantiate cudaGraphLaunch
        cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName cudaGetDevice
        cudaGetDeviceCount cudaGetDeviceProperties cudaDeviceGetAttribute cudaMemPrefetchAsync
        cudaMemAdvise cudaPointerGetAttributes cudaIpcGetMemHandle cudaIpcOpenMemHandle
        cudaDeviceEnablePeerAccess cudaDeviceCanAccessPeer cudaFuncSetAttribute
        cudaFuncSetCacheConfig cudaDeviceSetLimit cudaDeviceSetCacheConfig
        cudaOccupancyMaxPotentialBlockSize cudaOccupancyMaxActiveBlocksPerMultiprocessor
        cudaProfilerStart cudaProfilerStop nvtxRangePushA cudaBindTexture cudaBindTextureToArray
        cudaCreateTextureObject cudaGetSymbolAddress cudaGetSymbolSize"
        .split_whitespace()
    {
        row(name);
    }
}

#[test]
fn library_functions_are_there() {
    for name in "cublasSgemm_v2 cublasSetStream_v2 cufftExecC2C cufftSetStream
        curandGenerateUniform curandSetStream cusparseSpMV cusparseSetStream cusolverDnSgetrf
        cusolverDnSetStream cudnnConvolutionForward cudnnSetStream ncclAllReduce ncclGroupEnd
        nppiAdd_8u_C1RSfs cuLaunchKernel cuMemcpyHtoD_v2 cuCtxSynchronize MPI_Send MPI_Allreduce
        thrust::sort thrust::reduce thrust::copy thrust::raw_pointer_cast
        thrust::device_vector::device_vector thrust::host_vector::host_vector
        cub::DeviceReduce::Sum omp_get_thread_num omp_get_wtime"
        .split_whitespace()
    {
        row(name);
    }
}

#[test]
fn host_functions_are_there() {
    for name in "malloc calloc realloc free aligned_alloc posix_memalign memcpy memmove memset
        strcpy strlen strcmp strtol atoi qsort bsearch fopen fclose fread fwrite fprintf printf
        sprintf snprintf scanf fscanf sscanf fgets puts setvbuf read write pread mmap munmap mlock
        pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock pthread_cond_wait
        pthread_cond_signal pthread_cond_broadcast pthread_barrier_wait sem_post sem_wait
        gettimeofday clock_gettime time clock times getrusage QueryPerformanceCounter exit _exit
        abort __assert_fail getopt getopt_long isatty getenv rand srand sin sinf std::sin std::sqrt
        toupper isdigit aio_read fork system popen
        std::max std::min std::move std::forward std::addressof std::swap std::exchange
        std::vector::vector std::vector::~vector std::vector::data std::vector::push_back
        std::vector::operator[] std::vector::operator= std::basic_string::c_str
        std::array::data std::deque::push_back std::list::begin std::map::operator[]
        std::unordered_map::find std::set::insert std::unordered_set::insert std::queue::push
        std::stack::top std::priority_queue::pop std::unique_ptr::get std::unique_ptr::reset
        std::shared_ptr::shared_ptr std::__shared_ptr::get std::make_unique std::make_shared
        std::make_pair std::initializer_list::begin std::basic_string_view::data std::span::data
        std::operator<< std::basic_ostream::operator<< std::basic_istream::operator>>
        std::getline std::basic_istream::read std::basic_ostream::write std::basic_ifstream::open
        std::copy std::copy_n std::fill std::fill_n std::sort std::stable_sort std::accumulate
        std::reduce std::max_element std::min_element std::transform std::generate std::iota
        std::for_each std::equal std::reverse std::rotate std::unique std::remove std::find
        std::find_if std::count std::count_if std::inner_product std::partial_sum std::shuffle
        std::nth_element std::lower_bound
        std::thread::thread std::thread::join std::async std::mutex::lock std::mutex::unlock
        std::lock_guard::lock_guard std::lock_guard::~lock_guard std::unique_lock::unlock
        std::condition_variable::notify_one std::condition_variable::wait std::promise::set_value
        std::future::get std::atomic::store std::atomic::load std::atomic_thread_fence
        std::chrono::_V2::steady_clock::now std::chrono::steady_clock::now
        std::chrono::duration::count __gnu_cxx::__normal_iterator::operator* std::terminate"
        .split_whitespace()
    {
        row(name);
    }
    row("operator new[]");
    row("operator delete[]");
    row("std::shared_ptr::operator bool");
}

#[test]
fn what_cannot_be_said_has_no_row() {
    for name in "std::function::operator() std::function::function std::tie std::invoke
        std::tuple::operator= std::back_inserter std::bind fmemopen dlopen signal
        cudaLaunchKernelEx cudaFoo cuFoo nppFoo my_function"
        .split_whitespace()
    {
        assert!(Model::builtin().row(name).is_none(), "{name} has a row");
    }
}

#[test]
fn operators_named_by_a_star_are_no_prefixes() {
    assert!(assigns(row("std::unique_ptr::operator*"), "ret = this.buf"));
    assert!(assigns(row("__gnu_cxx::__normal_iterator::operator*"), "ret = *this"));
    assert!(Model::builtin().row("std::unique_ptr::operator<").is_none());
    // Conversions are named by their type.
    assert_eq!(row("std::atomic::operator int").threading, Some(Threading::Acquire));
    assert_eq!(row("std::atomic::operator=").threading, Some(Threading::Release));
}

#[test]
fn copies_are_complete() {
    let mut copies = 0;
    for (name, row) in Model::builtin().rows() {
        if row.op != Some(OpKind::Copy) {
            continue;
        }
        copies += 1;
        let size = row.bytes.is_some() || !row.extent.is_empty() || !row.reads.is_empty();
        assert!(size || name.starts_with("cublas"), "{name}: no size");
        let direction = row.kind.is_some() || row.direction.is_some() || !row.reads.is_empty();
        assert!(direction || name.starts_with("cuMemcpy"), "{name}: no direction");
        assert!(row.waits == HostWaits::No || row.stream.is_none(), "{name}: waits in a stream");
        assert!(row.kind != row.stream || row.kind.is_none(), "{name}: kind and stream");
        if !name.starts_with("cuMemcpy") {
            assert!(!row.assigns.is_empty(), "{name}: pointers in the data do not move");
        }
    }
    assert!(copies > 40);
}

#[test]
fn twins_do_the_same_in_a_stream() {
    let mut twins = 0;
    for (name, one) in Model::builtin().rows() {
        let Some(twin) = &one.twin else { continue };
        twins += 1;
        let other = row(twin);
        assert_eq!(one.op, other.op, "{name}");
        assert_eq!(one.op_reads, other.op_reads, "{name}");
        assert_eq!(one.op_writes, other.op_writes, "{name}");
        assert_eq!(one.reads, other.reads, "{name}");
        assert_eq!(one.assigns, other.assigns, "{name}");
        assert_eq!(one.kind, other.kind, "{name}");
        assert_eq!(one.direction, other.direction, "{name}");
        assert_eq!(one.bytes, other.bytes, "{name}");
        assert_eq!(one.extent, other.extent, "{name}");
        assert_eq!(other.waits, HostWaits::No, "{name}");
        assert_ne!(one.waits, HostWaits::No, "{name}: nothing to gain");
        assert!(one.stream.is_none() && other.stream.is_some(), "{name}");
        assert!(!other.nonlegacy, "{name}");
    }
    assert_eq!(twins, 12);
}

#[test]
fn symbol_copies_have_the_defaults_of_the_header() {
    let to = row("cudaMemcpyToSymbol");
    assert_eq!(to.twin_args, ["0", "cudaMemcpyHostToDevice"]);
    assert_eq!(to.direction, Some(Direction::HostToDevice));
    let from = row("cudaMemcpyFromSymbol");
    assert_eq!(from.twin_args, ["0", "cudaMemcpyDeviceToHost"]);
    assert_eq!(from.direction, Some(Direction::DeviceToHost));
}

#[test]
fn waiting_is_as_documented_or_measured() {
    for name in "cudaDeviceSynchronize cudaStreamSynchronize cudaEventSynchronize cudaFree
        cudaFreeHost cudaHostUnregister cudaDeviceReset"
        .split_whitespace()
    {
        assert_eq!(row(name).waits, HostWaits::Yes, "{name}");
    }
    for name in "cudaMalloc cudaMallocHost cudaMallocManaged cudaHostRegister cudaStreamCreate
        cudaEventCreate cudaStreamDestroy cudaFreeAsync cudaMemcpyAsync cudaMemcpyPeer
        cudaLaunchKernel cudaLaunchHostFunc cublasSgemm_v2 ncclAllReduce"
        .split_whitespace()
    {
        assert_eq!(row(name).waits, HostWaits::No, "{name}");
    }
    assert_eq!(row("cudaMemcpyToSymbol").waits, HostWaits::ByDirection);
    assert_eq!(row("cudaMemset2D").waits, HostWaits::PinnedTarget);
    assert_eq!(row("thrust::sort").waits, HostWaits::Yes);
}

#[test]
fn libraries_that_leave_the_legacy_stream_say_so() {
    for name in "ncclAllReduce ncclSomethingNew cudnnConvolutionForward MPI_Send MPI_Isend
        thrust::sort cub::DeviceScan::ExclusiveSum cudaLaunchKernelExC cudaMemcpyBatchAsync
        nppiAdd_8u_C1RSfs"
        .split_whitespace()
    {
        assert!(row(name).nonlegacy, "{name}");
    }
    for name in "cudaMemcpy cudaMemcpyAsync cudaLaunchKernel cublasSgemm_v2 cufftExecC2C
        thrust::device_vector::device_vector"
        .split_whitespace()
    {
        assert!(!row(name).nonlegacy, "{name}");
    }
}

#[test]
fn conservative_library_rows_cover_everything_they_are_given() {
    let everything = paths(&["0.."]);
    for name in ["cublasFoo", "cusparseFoo", "cusolverFoo", "cudnnFoo", "ncclFoo", "cub::DeviceFoo"]
    {
        let row = row(name);
        assert_eq!(row.op, Some(OpKind::Library), "{name}");
        for list in [&row.op_reads, &row.op_writes, &row.reads, &row.writes] {
            assert_eq!(*list, everything, "{name}");
        }
    }
}

#[test]
fn prefixes_do_not_swallow_names_of_programs() {
    for name in "cuda cudaX cu cuda_helper cudaCheck nvt mpi_send npp nppCheck pthread_mine
        std::mine mm_load omp_mine atomicMine __mine tex_load"
        .split_whitespace()
    {
        assert!(Model::builtin().row(name).is_none(), "{name} is taken for a library function");
    }
}

#[test]
fn only_clocks_read_the_time() {
    for name in "gettimeofday clock time clock_gettime times getrusage omp_get_wtime MPI_Wtime
        std::clock std::time timespec_get QueryPerformanceCounter __rdtsc
        std::chrono::system_clock::now std::chrono::steady_clock::now
        std::chrono::high_resolution_clock::now std::chrono::_V2::system_clock::now
        std::chrono::_V2::steady_clock::now std::chrono::_V2::high_resolution_clock::now"
        .split_whitespace()
    {
        assert!(row(name).clock, "{name}");
    }
    for name in "cudaEventElapsedTime cudaEventRecord difftime mktime std::chrono::duration_cast
        sleep usleep std::this_thread::sleep_for omp_get_wtick"
        .split_whitespace()
    {
        assert!(!row(name).clock, "{name}");
    }
}

#[test]
fn ends_of_the_process() {
    for name in ["exit", "_exit", "_Exit", "quick_exit", "std::exit", "MPI_Abort", "err"] {
        assert!(row(name).exits && row(name).noreturn, "{name}");
    }
    for name in ["abort", "__assert_fail", "std::terminate", "pthread_exit"] {
        assert!(!row(name).exits && row(name).noreturn, "{name}");
    }
    // Whatever is in flight would outlive its function.
    assert!(row("longjmp").exits && row("longjmp").noreturn);
    for name in ["execvp", "error"] {
        assert!(row(name).exits && !row(name).noreturn, "{name} may come back");
    }
}

#[test]
fn threads_hand_memory_over() {
    for name in "std::thread::thread std::async pthread_create std::mutex::unlock
        pthread_mutex_unlock std::lock_guard::~lock_guard std::unique_lock::~unique_lock
        std::condition_variable::notify_one std::condition_variable::notify_all
        pthread_cond_signal pthread_cond_broadcast sem_post std::promise::set_value
        std::promise::set_value_at_thread_exit std::atomic::store std::__atomic_base::store
        std::atomic::operator= std::atomic::fetch_add std::__atomic_base::operator++
        std::atomic::exchange std::atomic::compare_exchange_strong std::atomic_thread_fence
        pthread_barrier_wait fork system popen pthread_cond_wait __sync_fetch_and_add
        omp_unset_lock write send"
        .split_whitespace()
    {
        assert_eq!(row(name).threading, Some(Threading::Release), "{name}");
    }
    for name in "std::thread::join pthread_join std::mutex::lock pthread_mutex_lock
        std::lock_guard::lock_guard std::atomic::load std::__atomic_base::load sem_wait
        __atomic_load_n std::this_thread::yield read recv"
        .split_whitespace()
    {
        assert_eq!(row(name).threading, Some(Threading::Acquire), "{name}");
    }
    // A deferred function runs inside of these: as if another thread ran it now.
    for name in "std::future::get std::future::wait std::__basic_future::wait".split_whitespace() {
        assert_eq!(row(name).threading, Some(Threading::Release), "{name}");
    }
    let create = row("pthread_create");
    assert_eq!((create.calls.as_slice(), &create.keeps), ([2].as_slice(), &paths(&["3"])));
    assert!(row("std::thread::thread").calls.contains(&0));
}

#[test]
fn streams_and_files_are_the_librarys_own() {
    for name in "fprintf fwrite fread fgets std::basic_ostream::operator<<
        std::basic_istream::operator>> std::basic_istream::read std::operator<<"
        .split_whitespace()
    {
        let all = row(name).reads.iter().chain(&row(name).writes);
        assert!(all.clone().all(|path| path.base != Base::This), "{name}");
    }
    assert_eq!(row("fread").writes, paths(&["*0"]));
    assert_eq!(row("fwrite").reads, paths(&["*0"]));
    assert_eq!(row("fprintf").reads, paths(&["*1", "2.."]));
    // `%n` stores through an argument.
    assert_eq!(row("fprintf").writes, paths(&["2.."]));
}

#[test]
fn callbacks_are_named() {
    for (name, index) in
        [("qsort", 3), ("bsearch", 4), ("std::sort", 2), ("std::for_each", 2), ("pthread_once", 1)]
    {
        assert!(row(name).calls.contains(&index), "{name}");
    }
    assert_eq!(row("cudaLaunchHostFunc").keeps, paths(&["2"]));
}

#[test]
fn functions_of_values_are_harmless() {
    for name in "sin sinf sinl cosf exp expf log10 powf fmax fabs sqrtf floor ceilf rand srand
        isatty abs toupper isspace min max omp_get_num_threads nvtxRangePop __syncthreads
        __shfl_down __expf __float2half make_float4 rsqrtf getpid std::chrono::duration::count
        std::array::size __half2float __popc __nv_sinf cudaCreateChannelDesc"
        .split_whitespace()
    {
        let row = row(name);
        assert!(is_harmless(row) || name == "__shfl_down", "{name}: {row:?}");
    }
}

#[test]
fn allocation_and_release() {
    for (name, target) in [
        ("malloc", "ret = fresh host"),
        ("operator new[]", "ret = fresh host"),
        ("posix_memalign", "*0 = fresh host"),
        ("cudaMalloc", "*0 = fresh device"),
        ("cudaMallocAsync", "*0 = fresh device"),
        ("cudaMalloc3D", "0.ptr = fresh device"),
        ("cudaMallocManaged", "*0 = fresh managed"),
        ("cudaMallocHost", "*0 = fresh pinned"),
        ("cudaHostAlloc", "*0 = fresh pinned"),
        ("mmap", "ret = unknown"),
        ("cudaHostGetDevicePointer", "*0 = 1"),
        ("cudaGetSymbolAddress", "*0 = 1"),
        ("realloc", "*ret = *0"),
        ("memcpy", "*0 = *1"),
        ("std::make_unique", "ret.buf = fresh host"),
    ] {
        assert!(assigns(row(name), target), "{name}: {target}");
    }
    for name in "free realloc munmap fclose cudaFree cudaFreeHost cudaFreeAsync cudaFreeArray"
        .split_whitespace()
    {
        assert_eq!(row(name).frees, paths(&["*0"]), "{name}");
    }
    assert_eq!(row("operator delete[]").frees, paths(&["*0"]));
}

#[test]
fn containers_keep_their_elements_behind_buf() {
    for class in "vector basic_string deque list map unordered_map set unordered_set queue stack
        priority_queue"
        .split_whitespace()
    {
        let name = format!("std::{class}::{class}");
        let constructor = row(&name);
        assert!(assigns(constructor, "this.buf = fresh host"), "{name}");
        assert!(assigns(constructor, "this.buf = 0.buf"), "{name}: moved");
        assert!(constructor.throws, "{name}");
        let destructor = row(&format!("std::{class}::~{class}"));
        assert_eq!(destructor.frees, paths(&["*this.buf"]), "{name}");
        assert!(!destructor.throws, "{name}");
        let assignment = row(&format!("std::{class}::operator="));
        assert_eq!(assignment.frees, paths(&["*this.buf"]), "{name}");
    }
    for method in ["push_back", "emplace_back", "resize", "reserve", "insert", "assign"] {
        let row = row(&format!("std::vector::{method}"));
        assert_eq!(row.frees, paths(&["*this.buf"]), "{method}");
        assert!(assigns(row, "this.buf = fresh host"), "{method}");
        assert!(assigns(row, "*this.buf = *this.buf"), "{method} loses the elements");
        assert!(row.throws, "{method}");
    }
    for method in ["data", "begin", "end", "front", "back", "operator[]", "at"] {
        let row = row(&format!("std::vector::{method}"));
        assert!(assigns(row, "ret = this.buf"), "{method}");
        assert_eq!(row.reads, paths(&["*this"]), "{method}");
        assert!(row.writes.is_empty(), "{method}");
    }
    for method in ["clear", "erase", "pop_back"] {
        assert!(row(&format!("std::vector::{method}")).frees.is_empty(), "{method}");
    }
    assert!(assigns(row("std::map::operator[]"), "ret = &this.buf.second"));
    assert!(assigns(row("std::vector::swap"), "0.buf = this.buf"));
    assert!(assigns(row("std::array::data"), "ret = this"));
}

#[test]
fn the_programs_code_inside_templates_is_marked() {
    for name in "std::vector::~vector std::vector::clear std::unique_ptr::~unique_ptr
        std::unique_ptr::reset std::shared_ptr::~shared_ptr std::make_unique std::sort std::copy
        std::map::operator[] std::begin std::size std::reverse_iterator::operator*
        std::move_iterator::operator++ std::shared_future::operator= thrust::transform
        cub::DeviceReduce::Reduce"
        .split_whitespace()
    {
        assert!(row(name).user_code, "{name}");
    }
    for name in "std::vector::data std::vector::size std::basic_string::~basic_string memcpy
        std::operator<<"
        .split_whitespace()
    {
        assert!(!row(name).user_code, "{name}");
    }
}

#[test]
fn c_functions_and_the_cuda_api_do_not_throw() {
    for (name, row) in Model::builtin().rows() {
        let cpp = name.contains("::") || ["operator", "__cxa_"].iter().any(|p| name.starts_with(p));
        let c = !cpp;
        assert!(!c || !row.throws, "{name}");
    }
}

#[test]
fn a_call_that_never_returns_gives_nothing_back() {
    for (name, row) in Model::builtin().rows() {
        let result = row.assigns.iter().any(|assign| assign.target.base == Base::Ret);
        assert!(!(row.noreturn && result), "{name}");
    }
}

#[test]
fn only_allocating_functions_make_device_memory() {
    for (name, row) in Model::builtin().rows() {
        let device = row.assigns.iter().any(|assign| {
            matches!(assign.source, Source::Fresh(kind) if kind != model::MemoryKind::Host)
        });
        assert!(
            !device || row.op.is_some() || name == "__nv_aligned_device_malloc",
            "{name} makes memory that the runtime does not know of"
        );
    }
}

#[test]
fn atomics_of_kernels_read_and_write_their_address() {
    for name in ["atomicAdd", "atomicCAS_system", "atomicExch_block", "__uAtomicInc"] {
        assert_eq!(row(name).reads, paths(&["*0"]), "{name}");
        assert_eq!(row(name).writes, paths(&["*0"]), "{name}");
    }
    assert_eq!(row("__ldg").reads, paths(&["*0"]));
    assert!(row("__ldg").writes.is_empty());
}
