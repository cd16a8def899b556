//! One arena of the allocator for all threads, where the address space is limited.
//!
//! glibc gives each thread an arena of 64 MiB of address space while 128 MiB are left; a thread that
//! gets none maps a page for each small allocation. Both take address space that the job needs. With
//! one arena a job takes what it allocates. glibc reads the number when a program starts, so the
//! program starts itself once more.

/// Above this much free address space the arenas do not matter.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST: u64 = 8 << 30;

/// The name under which glibc reads the greatest number of arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const NAME: &str = "MALLOC_ARENA_MAX";

/// Starts the program again with one arena, if the address space is limited and the number of arenas
/// is not. Returns where there is no need, or where the program cannot be started again: it then runs
/// as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share_one() {
    use std::os::unix::process::CommandExt as _;
    let limited = quadrille::memory::address_space().is_some_and(|left| left.bytes < MOST);
    if !limited || std::env::var_os(NAME).is_some() || std::env::var_os("GLIBC_TUNABLES").is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut arguments = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    // It returns only if that fails.
    let _ = command.args(arguments).env(NAME, "1").exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) const fn share_one() {}
