//! One arena for the allocator where the address space is limited.

/// Restarts the program with one allocator arena if the address space is limited.
///
/// glibc reserves an arena of 64 MiB of address space for every thread, 128 MiB for a moment, as soon as
/// that much is free. Under `ulimit -v` this takes what the job needs, at times that depend on the threads:
/// the same job may then succeed within 100 MiB and fail within 200. The number of arenas can be
/// set by the environment alone, and only before the program starts. Where the restart fails, the
/// program continues as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn restart_with_one() {
    use std::os::unix::process::CommandExt as _;

    const ARENAS: &str = "MALLOC_ARENA_MAX";
    if std::env::var_os(ARENAS).is_some() || quadrille::memory::address_space().is_none() {
        return;
    }
    let Some(program) = std::env::current_exe().ok().filter(|program| program.exists()) else {
        return;
    };
    let mut words = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    // Returns only if it fails.
    let _ = command.args(words).env(ARENAS, "1").exec();
}

/// Other allocators reserve no arenas.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn restart_with_one() {}
