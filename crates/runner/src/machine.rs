//! The description of the machine on which a run takes place. It is shown in `run.json`, reports
//! and ladders, and never affects results.

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The machine on which a run takes place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Number of logical processors available to this process.
    pub cores: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// Operating system and architecture.
    pub system: String,
}

impl Machine {
    /// Returns a description of this machine. An unknown processor is `unknown processor`, and an
    /// unknown amount of memory is 0. The call takes some milliseconds.
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

    /// Describes the machine in one line.
    pub fn describe(&self) -> String {
        let cores = if self.cores == 1 { "1 core".to_owned() } else { format!("{} cores", self.cores) };
        format!("{}, {cores}, {:.0} GiB, {}", self.cpu, self.memory_mib as f64 / 1024.0, self.system)
    }
}

/// Returns the number of bytes that a job may use. This is the memory available under the tightest
/// limit on this process and the machine, minus the [reserve](quadrille_memory::RESERVE) and the
/// stacks of the job's threads. If no limit can be read, returns the free memory of the machine; if
/// the free memory is unknown too, returns `u64::MAX`.
pub fn available_memory() -> u64 {
    let beside = quadrille_memory::RESERVE + quadrille_memory::threads(default_threads());
    match quadrille_memory::available() {
        Some(available) => available.bytes.saturating_sub(beside),
        None => all_free_memory(),
    }
}

/// Returns the free memory of the machine, or `u64::MAX` if it is unknown.
fn all_free_memory() -> u64 {
    let what = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    match System::new_with_specifics(what).map(|system| system.available_memory()) {
        Ok(bytes) if bytes > 0 => bytes,
        _ => u64::MAX,
    }
}

/// Returns the default number of threads of a long job: one for each processor that this process
/// may use.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns a random seed from the system, or a seed from the clock if the system has no source of
/// randomness.
pub fn draw_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos() as u64)
    })
}
