//! What computer this is: for `run.json`, reports and ladders, never for results.

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The machine a run worked on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's own name for itself.
    pub cpu: String,
    /// Logical processors this process may use.
    pub cores: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// Operating system and architecture.
    pub system: String,
}

impl Machine {
    /// Looks at the machine; takes a few milliseconds. What cannot be found out is `unknown`, or 0.
    pub fn this() -> Self {
        let what = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(what).ok();
        let cpu = system.as_ref().and_then(|system| Some(system.cpus().first()?.brand().trim().to_owned()));
        let os = System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.to_owned());
        Self {
            cpu: cpu.filter(|brand| !brand.is_empty()).unwrap_or_else(|| "unknown processor".to_owned()),
            cores: default_threads(),
            memory_mib: system.map_or(0, |system| system.total_memory() >> 20),
            system: format!("{os}, {}", std::env::consts::ARCH),
        }
    }

    /// One line for people.
    pub fn describe(&self) -> String {
        let cores = if self.cores == 1 { "1 core".to_owned() } else { format!("{} cores", self.cores) };
        format!("{}, {cores}, {:.0} GiB, {}", self.cpu, self.memory_mib as f64 / 1024.0, self.system)
    }
}

/// Bytes that can be taken without others having to give: what the system says is available, all of it where
/// it says nothing; and no more than this process may still take (`ulimit -v`).
pub fn available_memory() -> u64 {
    let what = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let available = match System::new_with_specifics(what).map(|system| system.available_memory()) {
        Ok(bytes) if bytes > 0 => bytes,
        _ => u64::MAX,
    };
    available.min(addresses_left().unwrap_or(u64::MAX))
}

/// Bytes of addresses that a limit of this process leaves; `None` without a limit.
#[cfg(unix)]
fn addresses_left() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    // Where nobody says how many are taken, all are left: what is too much is refused when it is asked for.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let taken = status.lines().find_map(|line| line.strip_prefix("VmSize:")?.trim().strip_suffix(" kB"));
    let taken: u64 = taken.and_then(|kibibytes| kibibytes.parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(taken << 10))
}

#[cfg(not(unix))]
fn addresses_left() -> Option<u64> {
    None
}

/// How many threads a long job takes when nobody says otherwise: all that this process may use.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A seed from the system's randomness, for those who do not care which; from the clock on a system that has
/// none.
pub fn draw_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos() as u64)
    })
}
