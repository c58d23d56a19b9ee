//! The environment of the process: copied once, and the secrets in it wiped, so that neither a child process nor
//! `/proc/PID/environ` can tell them (OPER-6). It never reads a meaning out of a value; `settings` does.

use std::ffi::OsString;

use crate::settings::variables;

/// Copies every variable, then wipes the values of those that can hold a secret.
///
/// For the first line of `main`, before any thread is started.
///
/// # Panics
///
/// On Linux, when other threads are running: one of them could be reading the environment.
#[expect(clippy::disallowed_methods, reason = "this is where the environment is read")]
pub fn take() -> Vec<(OsString, OsString)> {
    assert!(alone(), "the environment is taken before any thread is started");
    let copied = std::env::vars_os().collect();
    for name in variables::secret_names() {
        wipe(name);
    }
    copied
}

/// Whether this is the only thread, as far as the system tells. Without `/proc` it does not.
fn alone() -> bool {
    std::fs::read_dir("/proc/self/task").map_or(true, |threads| threads.count() == 1)
}

/// Removes a variable. `remove_var` alone takes it from the list only: its bytes stay where the kernel put them when
/// the process started, and that is what `/proc/PID/environ` shows.
#[allow(
    unsafe_code,
    reason = "nothing safe reaches what the kernel copied; the two blocks say why they are sound"
)]
fn wipe(name: &str) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            /// The C library's list of `NAME=value` strings, ended by null.
            static mut environ: *mut *mut std::ffi::c_char;
        }
        // SAFETY: `environ` is null or such a list (POSIX). `take` has seen that no other thread runs, and nothing
        // here is borrowed from it, so nobody reads these bytes meanwhile. They are writable: the strings lie on the
        // process's stack, where the kernel copied them, or in memory of `setenv`. Only bytes between the `=` and
        // the closing NUL are written, and no `CStr` is alive while they are.
        unsafe {
            let mut entry = environ;
            while !entry.is_null() && !(*entry).is_null() {
                let text = std::ffi::CStr::from_ptr(*entry).to_bytes();
                let value = text.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
                if let Some(length) = value.map(<[u8]>::len) {
                    (*entry).add(name.len() + 1).write_bytes(0, length);
                }
                entry = entry.add(1);
            }
        }
    }
    // SAFETY: no other thread runs, as above; where that cannot be seen, `take` is called before any is started.
    unsafe { std::env::remove_var(name) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the secrets are gone is shown on the real process, in `tests/settings.rs`.
    #[test]
    #[cfg(target_os = "linux")]
    #[should_panic(expected = "before any thread is started")]
    fn oper_6_the_environment_is_left_alone_beside_another_thread() {
        let (_open, closed) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || closed.recv());
        take();
    }
}
