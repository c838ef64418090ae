//! Device functions with effects that are not memory accesses.

/// Prints, or may end the program.
pub(crate) fn is_output(name: &str) -> bool {
    matches!(
        name,
        "printf" | "vprintf" | "__assert_fail" | "__assertfail" | "__trap" | "assert" | "__brkpt"
    )
}

/// Uses the heap that all kernels share.
pub(crate) fn is_heap(name: &str) -> bool {
    matches!(name, "malloc" | "free" | "operator new[]" | "operator delete[]")
}

/// May wait for other blocks: then all blocks must be on the device at once.
pub(crate) fn is_grid_wait(name: &str, in_loop: bool) -> bool {
    let spins =
        matches!(name, "atomicCAS" | "atomicExch" | "__nanosleep" | "atomicOr" | "atomicAdd")
            || name.starts_with("atomicCAS")
            || name.starts_with("cuda::atomic")
            || name.starts_with("__nv_atomic");
    name.starts_with("cooperative_groups::") && name.contains("grid")
        || name.starts_with("cooperative_groups::__v1::details::grid")
        || name == "cooperative_groups::grid_group::sync"
        || in_loop && spins && !matches!(name, "atomicOr" | "atomicAdd")
}
