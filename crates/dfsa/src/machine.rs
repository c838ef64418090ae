//! What the evaluator assumes about a machine: how much runs at once, and what the host pays per call.

use serde::Deserialize;

/// Engine model and host costs of a machine.
///
/// *Engines*: one upload and one download copy engine, each serving one copy at a time in the order in which copies
/// become ready (issue order among equals); kernels, device-to-device copies and memsets share the multiprocessors,
/// where up to [`kernel_slots`](Machine::kernel_slots) of them overlap, **each keeping its full duration**. That is
/// right for small grids and optimistic for large ones. Upload and download do not slow each other down here; on
/// the H200 full duplex costs about 19 % (5.8 ms instead of 4.9 ms for 256 MiB each way). A time that is negative or
/// not finite counts as zero.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// How many operations the multiprocessors run at once; values outside 1 to 128 are clamped (128 is the number
    /// of resident grids on compute capability 7.5 to 12.x).
    pub kernel_slots: usize,
    /// Host time of a kernel launch or a memset call, in nanoseconds.
    pub launch_ns: f64,
    /// Host time of issuing an asynchronous copy of page-locked memory, in nanoseconds.
    pub copy_issue_ns: f64,
    /// Host time of `cudaEventRecord`, in nanoseconds.
    pub event_record_ns: f64,
    /// Host time of `cudaStreamWaitEvent`, in nanoseconds.
    pub stream_wait_ns: f64,
    /// Host time of a synchronising call that has nothing to wait for, in nanoseconds.
    pub host_wait_ns: f64,
    /// Host time of creating a stream, once per process, in nanoseconds: what a further stream must save.
    pub stream_create_ns: f64,
}

/// Most operations that the multiprocessors of any machine run at once.
pub(crate) const MOST_SLOTS: usize = 128;

impl Machine {
    /// The engines alone: every call of the host is free. For comparisons with bounds and optima.
    pub fn ideal() -> Self {
        Machine {
            kernel_slots: 8,
            launch_ns: 0.0,
            copy_issue_ns: 0.0,
            event_record_ns: 0.0,
            stream_wait_ns: 0.0,
            host_wait_ns: 0.0,
            stream_create_ns: 0.0,
        }
    }

    /// The number of kernel slots that is really used.
    pub(crate) fn slots(&self) -> usize {
        self.kernel_slots.clamp(1, MOST_SLOTS)
    }

    /// This machine with every time that is negative or not finite set to zero, so that virtual time never runs
    /// backwards.
    pub(crate) fn sane(&self) -> Self {
        let time = |ns: f64| if ns.is_finite() { ns.max(0.0) } else { 0.0 };
        Machine {
            kernel_slots: self.slots(),
            launch_ns: time(self.launch_ns),
            copy_issue_ns: time(self.copy_issue_ns),
            event_record_ns: time(self.event_record_ns),
            stream_wait_ns: time(self.stream_wait_ns),
            host_wait_ns: time(self.host_wait_ns),
            stream_create_ns: time(self.stream_create_ns),
        }
    }

    /// Host time of the asynchronous call that issues an operation, in nanoseconds.
    pub(crate) fn issue_ns(&self, engine: crate::Engine) -> f64 {
        use crate::Engine;
        match engine {
            Engine::H2D | Engine::D2H | Engine::D2D => self.copy_issue_ns,
            Engine::Compute | Engine::Memset => self.launch_ns,
        }
    }
}

impl Default for Machine {
    /// The machine of [`CostModel::generic`](crate::CostModel::generic).
    fn default() -> Self {
        crate::CostModel::generic().machine
    }
}
