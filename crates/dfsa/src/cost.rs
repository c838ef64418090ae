//! The cost model: from bytes and kinds of memory to nanoseconds, per machine.
//!
//! The numbers live in `machines/*.toml`, each with its source as a comment. Costs decide only which of several
//! correct programs is written; an estimate that is off costs speed, never results.

use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::machine::Machine;

/// Where a copy goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Upload.
    HostToDevice,
    /// Download.
    DeviceToHost,
    /// Inside one device.
    DeviceToDevice,
}

/// The kind of host memory at the host end of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HostMemory {
    /// Ordinary memory: the driver stages the copy, and it overlaps with nothing.
    Pageable,
    /// Page-locked memory (`cudaMallocHost`, `cudaHostRegister`).
    Pinned,
}

/// Costs of one machine. All results are nanoseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct CostModel {
    /// Name of the machine, for reports.
    pub name: String,
    /// Engine model and the costs of the calls that schedule work: launch, copy issue, event record, stream wait,
    /// host wait, stream creation.
    pub machine: Machine,
    /// Costs of the other calls.
    pub calls: Calls,
    kernel: Kernel,
    device_copy: DeviceCopy,
    copy: Curves4,
    host: HostCurves,
}

/// Host time of calls whose cost does not depend on a size, in nanoseconds.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calls {
    /// `cudaDeviceSynchronize` of an idle device.
    pub device_sync_ns: f64,
    /// `cudaStreamDestroy`.
    pub stream_destroy_ns: f64,
    /// `cudaEventCreateWithFlags`, timing off.
    pub event_create_ns: f64,
    /// `cudaMalloc`.
    pub malloc_ns: f64,
    /// `cudaFree` of an idle device; the call also waits for the device.
    pub free_ns: f64,
    /// `cudaMallocAsync` from a pool that exists.
    pub malloc_async_ns: f64,
    /// `cudaFreeAsync`.
    pub free_async_ns: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kernel {
    floor_ns: f64,
    default_ns: f64,
    memory_gb_per_s: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceCopy {
    copy_gb_per_s: f64,
    memset_gb_per_s: f64,
    floor_ns: f64,
}

#[derive(Debug, Clone, PartialEq)]
struct Curves4 {
    pageable_h2d: Curve,
    pageable_d2h: Curve,
    pinned_h2d: Curve,
    pinned_d2h: Curve,
}

#[derive(Debug, Clone, PartialEq)]
struct HostCurves {
    pageable_issue: Curve,
    register_touched: Curve,
    register_untouched: Curve,
    malloc_host: Curve,
}

/// The text form of a machine. Pairs are [bytes, GB/s] in `copy`, [bytes, nanoseconds] in `host`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    machine: Machine,
    calls: Calls,
    kernel: Kernel,
    device_copy: DeviceCopy,
    copy: CopyTables,
    host: HostTables,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CopyTables {
    pageable_h2d: Vec<(f64, f64)>,
    pageable_d2h: Vec<(f64, f64)>,
    pinned_h2d: Vec<(f64, f64)>,
    pinned_d2h: Vec<(f64, f64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HostTables {
    pageable_issue: Vec<(f64, f64)>,
    register_touched: Vec<(f64, f64)>,
    register_untouched: Vec<(f64, f64)>,
    malloc_host: Vec<(f64, f64)>,
}

/// Why a machine description was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum CostError {
    /// Not TOML, a key missing, a key unknown, or a value of the wrong type.
    Syntax(String),
    /// A number is negative or not finite, or a rate is zero.
    BadNumber(&'static str),
    /// A table is empty, its sizes do not ascend, or its times descend.
    BadTable(&'static str),
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostError::Syntax(message) => write!(f, "machine description: {message}"),
            CostError::BadNumber(name) => {
                write!(f, "machine description: {name} must be a sensible number")
            }
            CostError::BadTable(name) => write!(
                f,
                "machine description: {name} must list ascending sizes with times that do not descend"
            ),
        }
    }
}

impl std::error::Error for CostError {}

impl CostModel {
    /// The H200 that the project measured (`machines/h200.toml`).
    pub fn h200() -> Self {
        static H200: LazyLock<CostModel> =
            LazyLock::new(|| embedded(include_str!("../machines/h200.toml")));
        H200.clone()
    }

    /// A mid-range GPU on PCIe 3.0, for when the machine is not known (`machines/generic.toml`).
    pub fn generic() -> Self {
        static GENERIC: LazyLock<CostModel> =
            LazyLock::new(|| embedded(include_str!("../machines/generic.toml")));
        GENERIC.clone()
    }

    /// Reads a machine description in the form of `machines/h200.toml`.
    ///
    /// # Errors
    /// [`CostError`] says which part does not make sense.
    pub fn from_toml(text: &str) -> Result<Self, CostError> {
        let file: File =
            toml::from_str(text).map_err(|error| CostError::Syntax(error.to_string()))?;
        check_numbers(&file)?;
        Ok(CostModel {
            name: file.name,
            machine: file.machine,
            calls: file.calls,
            kernel: file.kernel,
            device_copy: file.device_copy,
            copy: Curves4 {
                pageable_h2d: Curve::from_rates("pageable_h2d", &file.copy.pageable_h2d)?,
                pageable_d2h: Curve::from_rates("pageable_d2h", &file.copy.pageable_d2h)?,
                pinned_h2d: Curve::from_rates("pinned_h2d", &file.copy.pinned_h2d)?,
                pinned_d2h: Curve::from_rates("pinned_d2h", &file.copy.pinned_d2h)?,
            },
            host: HostCurves {
                pageable_issue: Curve::from_times("pageable_issue", &file.host.pageable_issue)?,
                register_touched: Curve::from_times(
                    "register_touched",
                    &file.host.register_touched,
                )?,
                register_untouched: Curve::from_times(
                    "register_untouched",
                    &file.host.register_untouched,
                )?,
                malloc_host: Curve::from_times("malloc_host", &file.host.malloc_host)?,
            },
        })
    }

    /// Duration of a copy of `bytes`, as a synchronous call takes (for pinned memory that is the time on the wire
    /// plus latency). `memory` is ignored for device-to-device copies.
    pub fn copy_ns(&self, bytes: u64, direction: Direction, memory: HostMemory) -> f64 {
        let curve = match (direction, memory) {
            (Direction::DeviceToDevice, _) => {
                return self.device_copy.floor_ns + bytes as f64 / self.device_copy.copy_gb_per_s
            }
            (Direction::HostToDevice, HostMemory::Pageable) => &self.copy.pageable_h2d,
            (Direction::HostToDevice, HostMemory::Pinned) => &self.copy.pinned_h2d,
            (Direction::DeviceToHost, HostMemory::Pageable) => &self.copy.pageable_d2h,
            (Direction::DeviceToHost, HostMemory::Pinned) => &self.copy.pinned_d2h,
        };
        curve.at(bytes)
    }

    /// Duration of a device memset of `bytes`.
    pub fn memset_ns(&self, bytes: u64) -> f64 {
        self.device_copy.floor_ns + bytes as f64 / self.device_copy.memset_gb_per_s
    }

    /// Duration of a kernel: what moving `bytes_touched` through device memory takes, or the default estimate
    /// where nothing is known. A kernel bound by arithmetic takes longer.
    pub fn kernel_ns(&self, bytes_touched: Option<u64>) -> f64 {
        match bytes_touched {
            Some(bytes) => self.kernel.floor_ns + bytes as f64 / self.kernel.memory_gb_per_s,
            None => self.kernel.default_ns,
        }
    }

    /// Host time of issuing an asynchronous copy between host and device: for pageable memory the host stages it,
    /// so this grows with the size.
    pub fn async_copy_issue_ns(&self, bytes: u64, memory: HostMemory) -> f64 {
        match memory {
            HostMemory::Pageable => self.host.pageable_issue.at(bytes),
            HostMemory::Pinned => self.machine.copy_issue_ns,
        }
    }

    /// Host time of `cudaHostRegister` and the later `cudaHostUnregister` together, for pages that the program has
    /// touched before.
    pub fn register_and_unregister_ns(&self, bytes: u64) -> f64 {
        self.host.register_touched.at(bytes)
    }

    /// Host time of `cudaHostRegister` of pages never touched, first-touch faults included.
    pub fn register_untouched_ns(&self, bytes: u64) -> f64 {
        self.host.register_untouched.at(bytes)
    }

    /// Host time of `cudaMallocHost`, first-touch faults included.
    pub fn malloc_host_ns(&self, bytes: u64) -> f64 {
        self.host.malloc_host.at(bytes)
    }
}

impl Default for CostModel {
    /// [`CostModel::generic`].
    fn default() -> Self {
        CostModel::generic()
    }
}

/// Reads a description that is part of this crate; a test reads every one of them.
fn embedded(text: &str) -> CostModel {
    match CostModel::from_toml(text) {
        Ok(model) => model,
        Err(error) => panic!("embedded {error}"),
    }
}

/// Rejects numbers that would turn into negative, infinite or undefined times.
fn check_numbers(file: &File) -> Result<(), CostError> {
    let machine = &file.machine;
    let calls = &file.calls;
    let times = [
        ("launch_ns", machine.launch_ns),
        ("copy_issue_ns", machine.copy_issue_ns),
        ("event_record_ns", machine.event_record_ns),
        ("stream_wait_ns", machine.stream_wait_ns),
        ("host_wait_ns", machine.host_wait_ns),
        ("stream_create_ns", machine.stream_create_ns),
        ("device_sync_ns", calls.device_sync_ns),
        ("stream_destroy_ns", calls.stream_destroy_ns),
        ("event_create_ns", calls.event_create_ns),
        ("malloc_ns", calls.malloc_ns),
        ("free_ns", calls.free_ns),
        ("malloc_async_ns", calls.malloc_async_ns),
        ("free_async_ns", calls.free_async_ns),
        ("kernel.floor_ns", file.kernel.floor_ns),
        ("kernel.default_ns", file.kernel.default_ns),
        ("device_copy.floor_ns", file.device_copy.floor_ns),
    ];
    let rates = [
        ("memory_gb_per_s", file.kernel.memory_gb_per_s),
        ("copy_gb_per_s", file.device_copy.copy_gb_per_s),
        ("memset_gb_per_s", file.device_copy.memset_gb_per_s),
    ];
    for (name, time) in times {
        if !(time.is_finite() && time >= 0.0) {
            return Err(CostError::BadNumber(name));
        }
    }
    for (name, rate) in rates {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(CostError::BadNumber(name));
        }
    }
    if machine.kernel_slots == 0 {
        return Err(CostError::BadNumber("kernel_slots"));
    }
    Ok(())
}

/// Time by size: piecewise linear, constant before the first point, the last slope after the last.
#[derive(Debug, Clone, PartialEq)]
struct Curve {
    /// (bytes, nanoseconds), both ascending.
    points: Vec<(f64, f64)>,
}

impl Curve {
    fn from_rates(name: &'static str, table: &[(f64, f64)]) -> Result<Self, CostError> {
        let times: Vec<(f64, f64)> =
            table.iter().map(|&(bytes, rate)| (bytes, bytes / rate)).collect();
        Self::from_times(name, &times)
    }

    fn from_times(name: &'static str, table: &[(f64, f64)]) -> Result<Self, CostError> {
        let sensible = |&(bytes, ns): &(f64, f64)| {
            bytes.is_finite() && bytes >= 0.0 && ns.is_finite() && ns >= 0.0
        };
        let ascending =
            table.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
        if table.is_empty() || !table.iter().all(sensible) || !ascending {
            return Err(CostError::BadTable(name));
        }
        Ok(Curve { points: table.to_vec() })
    }

    fn at(&self, bytes: u64) -> f64 {
        let bytes = bytes as f64;
        let first = self.points[0];
        if bytes <= first.0 || self.points.len() == 1 {
            return first.1;
        }
        let right =
            self.points.partition_point(|&(size, _)| size < bytes).min(self.points.len() - 1);
        let (low, high) = (self.points[right - 1], self.points[right]);
        low.1 + (bytes - low.0) * (high.1 - low.1) / (high.0 - low.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn the_embedded_machines_are_read() {
        assert_eq!(CostModel::h200().name, "NVIDIA H200");
        assert_eq!(CostModel::generic().name, "generic");
        assert_eq!(CostModel::default(), CostModel::generic());
    }

    #[test]
    fn measured_sizes_give_measured_rates() {
        let h200 = CostModel::h200();
        let rate =
            |bytes: u64, direction, memory| bytes as f64 / h200.copy_ns(bytes, direction, memory);
        let near = |found: f64, measured: f64| (found / measured - 1.0).abs() < 1e-9;
        assert!(near(rate(256 * MIB, Direction::HostToDevice, HostMemory::Pageable), 8.0));
        assert!(near(rate(MIB, Direction::DeviceToHost, HostMemory::Pinned), 40.0));
    }

    #[test]
    fn copies_take_longer_the_more_they_carry() {
        for model in [CostModel::h200(), CostModel::generic()] {
            for direction in
                [Direction::HostToDevice, Direction::DeviceToHost, Direction::DeviceToDevice]
            {
                for memory in [HostMemory::Pageable, HostMemory::Pinned] {
                    let mut before = 0.0;
                    for power in 0..36 {
                        let time = model.copy_ns(1 << power, direction, memory);
                        assert!(time.is_finite() && time >= before && time > 0.0);
                        before = time;
                    }
                }
            }
        }
    }

    #[test]
    fn beyond_the_table_the_last_rate_goes_on() {
        let h200 = CostModel::h200();
        let sixteen_gib = 16 * 1024 * MIB;
        let time = h200.copy_ns(sixteen_gib, Direction::DeviceToHost, HostMemory::Pinned);
        assert!((sixteen_gib as f64 / time - 55.0).abs() < 0.1);
    }

    #[test]
    fn pageable_issue_costs_host_time_by_size() {
        let h200 = CostModel::h200();
        assert_eq!(h200.async_copy_issue_ns(64 * MIB, HostMemory::Pageable), 10.9e6);
        assert_eq!(h200.async_copy_issue_ns(64 * MIB, HostMemory::Pinned), 1400.0);
    }

    #[test]
    fn kernels_by_bytes_or_by_default() {
        let h200 = CostModel::h200();
        assert_eq!(h200.kernel_ns(None), 20_000.0);
        assert_eq!(h200.kernel_ns(Some(0)), 750.0);
        assert!(h200.kernel_ns(Some(768 * MIB)) > 150_000.0);
    }

    #[test]
    fn nonsense_is_refused() {
        let good = include_str!("../machines/generic.toml");
        let with = |from: &str, to: &str| CostModel::from_toml(&good.replace(from, to));
        assert!(CostModel::from_toml(good).is_ok());
        assert!(matches!(with("launch_ns", "lunch_ns"), Err(CostError::Syntax(_))));
        assert_eq!(
            with("launch_ns = 5000", "launch_ns = -1"),
            Err(CostError::BadNumber("launch_ns"))
        );
        assert_eq!(
            with("memory_gb_per_s = 400", "memory_gb_per_s = 0"),
            Err(CostError::BadNumber("memory_gb_per_s"))
        );
        assert_eq!(
            with(
                "pinned_h2d = [[4096, 0.4], [65536, 4.5]",
                "pinned_h2d = [[4096, 0.4], [65536, 0]"
            ),
            Err(CostError::BadTable("pinned_h2d"))
        );
        assert_eq!(
            with("malloc_host = [[1048576, 600000], [1073741824, 436e6]]", "malloc_host = []"),
            Err(CostError::BadTable("malloc_host"))
        );
    }
}
