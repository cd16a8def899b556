//! Restriction of glibc's memory allocator to one arena if the address space is limited.
//!
//! While at least 128 MiB are free, glibc gives each thread an arena of 64 MiB of address space. A
//! thread without an arena maps a page for each small allocation. The arenas and the pages consume
//! address space that the job needs. With one shared arena, the program uses about as much address
//! space as it allocates. glibc reads the setting only at program start, so the program re-executes
//! itself.

/// Address space in bytes. If at least this much is free, the number of arenas does not matter.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST: u64 = 8 << 30;

/// Environment variable with glibc's maximum number of arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const NAME: &str = "MALLOC_ARENA_MAX";

/// Re-executes the program with one arena if the address space is limited.
///
/// The program continues unchanged if the address space is large enough, if the environment already
/// configures the allocator, or if the re-execution fails.
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
    // `exec` returns only on failure.
    let _ = command.args(arguments).env(NAME, "1").exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) const fn share_one() {}
