//! Freed memory, given back to the system. Owns the one call for it; it never frees anything itself.

/// Gives back what is free. glibc's allocator keeps it where a small piece that is still in use lies above it: after one
/// hostile answer of 250,000 values, 30 MB for as long as the server runs (BND-7). Other C libraries do this by
/// themselves. For the end of something large: it looks through all that is free, which takes a millisecond or two.
#[allow(unsafe_code, reason = "the C library's own call for it takes no pointer and keeps none")]
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            /// malloc_trim(3).
            fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        // SAFETY: it may be called at any time, from any thread, with any number; what is in use is not touched.
        unsafe { malloc_trim(0) };
    }
}
