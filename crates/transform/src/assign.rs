//! From operation sites to a graph for DFSA, and back to streams.

use cra::{Cra, Mode};
use dfsa::{Direction, Engine, HostMemory, Op, OpGraph, Options};
use effects::{Effects, OpSite, SiteId};
use ir::{Body, Module};
use model::OpKind;
use std::collections::BTreeMap;

/// The stream of each asynchronous site.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    pub of: BTreeMap<SiteId, usize>,
    pub count: usize,
}

/// Bytes that a copy is taken to move when nothing is known.
pub(crate) const ASSUMED_BYTES: u64 = 4 << 20;
/// Iterations that a loop is taken to have when nothing is known.
const ASSUMED_TRIPS: f64 = 10.0;

/// Assigns streams to all asynchronous sites.
pub fn assign(module: &Module, effects: &Effects, cra: &Cra, max_streams: usize) -> Streams {
    let mut sites: Vec<SiteId> =
        effects.sites.ids().filter(|s| cra.mode(*s) == Mode::Async).collect();
    // In the order of the text, which is what an edge must follow not to be loop-carried.
    sites.sort_by_key(|s| position(effects.sites.get(*s)));
    let index: BTreeMap<SiteId, usize> = sites.iter().enumerate().map(|(i, s)| (*s, i)).collect();
    let mut graph = OpGraph::new();
    for site in &sites {
        let site = effects.sites.get(*site);
        graph.add_op(Op {
            label: site.name.clone(),
            engine: engine(site),
            cost_ns: cost_ns(site, ASSUMED_BYTES),
            weight: weight(module, site),
        });
    }
    for (from, to) in &cra.edges {
        if let (Some(a), Some(b)) = (index.get(from), index.get(to)) {
            match a < b {
                true => graph.add_edge(*a, *b),
                false => graph.add_carried_edge(*a, *b),
            }
        }
    }
    let options = Options { max_streams, machine: dfsa::CostModel::h200().machine, order: None };
    let assignment = dfsa::assign_streams_with(&graph, &options)
        .unwrap_or_else(|_| dfsa::Assignment::single(sites.len()));
    let of: BTreeMap<SiteId, usize> =
        sites.iter().enumerate().map(|(i, s)| (*s, assignment.stream_of[i])).collect();
    let count = of.values().max().map_or(0, |m| m + 1);
    Streams { of, count }
}

/// Where a site stands: in the text, or in its function for text that belongs to a macro.
fn position(site: &OpSite) -> (u32, u32, u32, u32) {
    match site.key {
        effects::SiteKey::Text(span) => (span.start, 0, 0, 0),
        effects::SiteKey::Stmt(at) => (u32::MAX, at.function.0, at.block.0, at.index),
    }
}

pub(crate) fn engine(site: &OpSite) -> Engine {
    match (site.kind, site.direction) {
        (OpKind::Copy, Some(model::Direction::DeviceToHost)) => Engine::D2H,
        (OpKind::Copy, Some(model::Direction::DeviceToDevice)) => Engine::D2D,
        (OpKind::Copy, _) => Engine::H2D,
        (OpKind::Set, _) => Engine::Memset,
        _ => Engine::Compute,
    }
}

/// Device time of a site, as if host memory were page-locked, in nanoseconds.
pub(crate) fn cost_ns(site: &OpSite, bytes: u64) -> f64 {
    let costs = dfsa::CostModel::h200();
    match engine(site) {
        Engine::H2D => costs.copy_ns(bytes, Direction::HostToDevice, HostMemory::Pinned),
        Engine::D2H => costs.copy_ns(bytes, Direction::DeviceToHost, HostMemory::Pinned),
        Engine::D2D => costs.copy_ns(bytes, Direction::DeviceToDevice, HostMemory::Pinned),
        Engine::Memset => costs.memset_ns(bytes),
        Engine::Compute => costs.kernel_ns(None),
    }
}

fn weight(module: &Module, site: &OpSite) -> f64 {
    let Some(body) = &module.function(site.at.function).body else { return 1.0 };
    loop_weight(body, site)
}

fn loop_weight(body: &Body, site: &OpSite) -> f64 {
    body.loops_around(body.block(site.at.block).loop_)
        .map(|l| body.loops[l.index()].trip_count.map_or(ASSUMED_TRIPS, |n| n as f64))
        .product()
}
