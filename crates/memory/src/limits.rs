//! The limits on the memory of this process, and the number of bytes that each limit leaves
//! available.

use std::fmt;

/// The memory that the process may still allocate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Available {
    /// Number of bytes that may still be allocated.
    pub bytes: u64,
    /// The tightest limit, from which `bytes` was computed.
    pub limit: Limit,
}

/// A limit on the memory of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// `RLIMIT_AS`: the size of the address space, as set by `ulimit -v`.
    AddressSpace,
    /// `RLIMIT_DATA`: private writable memory, as set by `ulimit -d`.
    Data,
    /// The memory limit of the control group, such as the limit of a container.
    ControlGroup,
    /// The free memory and the free swap space of the machine.
    Free,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AddressSpace => "the address-space limit (ulimit -v)",
            Self::Data => "the data-segment limit (ulimit -d)",
            Self::ControlGroup => "the control group's limit",
            Self::Free => "free memory",
        })
    }
}

/// Returns the memory that the process may still allocate according to the tightest limit; `None`
/// if no limit can be read. Reads some small files in `/proc`, which takes about 50 µs.
pub fn available() -> Option<Available> {
    tightest(virtual_limits().into_iter().chain(physical_limits()))
}

/// Returns the memory that the process may still allocate under its limits on the address space and
/// the data segment; `None` if it has neither limit. The result does not depend on other processes.
pub fn address_space() -> Option<Available> {
    tightest(virtual_limits())
}

/// Returns the memory available under the limits of the control group and the machine; `None` if
/// neither can be read.
pub(crate) fn physical() -> Option<Available> {
    tightest(physical_limits())
}

fn virtual_limits() -> [(Limit, Option<u64>); 2] {
    [(Limit::AddressSpace, system::address_space()), (Limit::Data, system::data())]
}

fn physical_limits() -> [(Limit, Option<u64>); 2] {
    [(Limit::ControlGroup, system::control_group()), (Limit::Free, system::free())]
}

fn tightest(limits: impl IntoIterator<Item = (Limit, Option<u64>)>) -> Option<Available> {
    limits
        .into_iter()
        .filter_map(|(limit, bytes)| Some(Available { bytes: bytes?, limit }))
        .min_by_key(|available| available.bytes)
}

#[cfg(target_os = "linux")]
mod system {
    use std::path::{Path, PathBuf};

    use rustix::process::{Resource, getrlimit};

    pub(super) fn address_space() -> Option<u64> {
        let limit = getrlimit(Resource::As).current?;
        Some(limit.saturating_sub(pages(0)?))
    }

    pub(super) fn data() -> Option<u64> {
        let limit = getrlimit(Resource::Data).current?;
        Some(limit.saturating_sub(pages(5)?))
    }

    /// Returns a number in `/proc/self/statm`, converted from pages to bytes. Columns are counted
    /// from 0.
    fn pages(column: usize) -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = text.split_whitespace().nth(column)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }

    /// Returns the number of bytes available in the control group of this process, which is the
    /// minimum over the group and all its ancestors.
    pub(super) fn control_group() -> Option<u64> {
        let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
        groups.lines().filter_map(of_line).min()
    }

    /// Returns the number of bytes available in the control group that a line of
    /// `/proc/self/cgroup` names. The line has the form `0::/path` (version 2) or `5:memory:/path`
    /// (version 1).
    fn of_line(line: &str) -> Option<u64> {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (root, most, now, cache) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
            list if list.split(',').any(|name| name == "memory") => (
                "/sys/fs/cgroup/memory",
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file",
            ),
            _ => return None,
        };
        let root = Path::new(root);
        let inside: PathBuf = root.join(path.trim_start_matches('/'));
        // In a container, the container's own group can be mounted as `root`, and the path below it
        // need not exist. The group is then read as an ancestor of the path.
        let groups = inside.ancestors().take_while(|group| group.starts_with(root));
        groups.filter_map(|group| left(group, most, now, cache)).min()
    }

    fn left(group: &Path, most: &str, now: &str, cache: &str) -> Option<u64> {
        let read = |name: &str| std::fs::read_to_string(group.join(name)).ok();
        let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
        // The value `max`, which is not a number, means no limit.
        let limit = number(most)?;
        // The page cache is included in the memory in use, but the system frees it when memory is
        // short.
        let cached = read("memory.stat").and_then(|text| field(&text, cache)).unwrap_or(0);
        Some(limit.saturating_sub(number(now)?.saturating_sub(cached)))
    }

    pub(super) fn free() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let kibibytes = field(&text, "MemAvailable:")? + field(&text, "SwapFree:").unwrap_or(0);
        Some(kibibytes << 10)
    }

    /// Returns the number after `name` in a text whose lines consist of a name and a number.
    fn field(text: &str, name: &str) -> Option<u64> {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn this_machine_has_free_memory() {
            assert!(super::free().unwrap() > 0);
            assert!(super::pages(0).unwrap() > 1 << 20);
        }

        #[test]
        fn fields_are_found_by_their_whole_name() {
            let text = "inactive_file 12\ntotal_inactive_file 34\nMemAvailable:   5 kB\n";
            assert_eq!(super::field(text, "inactive_file"), Some(12));
            assert_eq!(super::field(text, "total_inactive_file"), Some(34));
            assert_eq!(super::field(text, "MemAvailable:"), Some(5));
            assert_eq!(super::field(text, "file"), None);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn address_space() -> Option<u64> {
        None
    }

    pub(super) fn data() -> Option<u64> {
        None
    }

    pub(super) fn control_group() -> Option<u64> {
        None
    }

    pub(super) fn free() -> Option<u64> {
        None
    }
}
