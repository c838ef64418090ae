//! The memory that a place may be, prepared for the question whether it meets that of another place.

use crate::location::{LocId, Locations, ObjId, Object, StmtRef};
use crate::places::Places;

/// A set of concrete places, sorted by what can make two of them meet.
#[derive(Default)]
pub(crate) struct Extent {
    /// Each with its object, in the order of the objects.
    places: Vec<(ObjId, LocId)>,
    /// Allocations, by their site.
    allocations: Vec<(StmtRef, u32, ObjId)>,
    /// Memory that nothing is known of is among the places.
    outside: bool,
    /// Some of them can be reached from outside the unit.
    reachable: bool,
}

impl Extent {
    /// `outside` tells objects that may be any memory that has escaped, `escaped` those that have.
    pub fn of(
        locations: &Locations,
        places: &Places,
        outside: impl Fn(ObjId) -> bool,
        escaped: impl Fn(ObjId) -> bool,
    ) -> Extent {
        let mut all: Vec<(ObjId, LocId)> =
            places.iter().map(|loc| (locations.object_of(loc), loc)).collect();
        all.sort_unstable();
        let mut extent = Extent { places: all, ..Extent::default() };
        let mut objects: Vec<ObjId> = extent.places.iter().map(|(object, _)| *object).collect();
        objects.dedup();
        for object in objects {
            let is_outside = outside(object);
            extent.outside |= is_outside;
            extent.reachable |= !is_outside && escaped(object);
            if let Object::Heap { at, slot, .. } = locations.object(object) {
                extent.allocations.push((*at, *slot, object));
            }
        }
        extent.allocations.sort_unstable();
        extent
    }

    /// Whether some place of the one may be some place of the other.
    pub fn meets(&self, other: &Extent, locations: &Locations) -> bool {
        self.outside && (other.outside || other.reachable)
            || self.reachable && other.outside
            || self.shares_object(other, locations)
            || self.shares_allocation(other, locations)
    }

    fn shares_object(&self, other: &Extent, locations: &Locations) -> bool {
        groups(&self.places, &other.places, |(object, _)| *object)
            .any(|(a, b)| pairs(a, b).any(|((_, x), (_, y))| locations.overlap(*x, *y)))
    }

    /// Allocations of one site seen through more or fewer calls.
    fn shares_allocation(&self, other: &Extent, locations: &Locations) -> bool {
        groups(&self.allocations, &other.allocations, |(at, slot, _)| (*at, *slot)).any(|(a, b)| {
            pairs(a, b).any(|((_, _, x), (_, _, y))| {
                x != y && related(locations.object(*x), locations.object(*y))
            })
        })
    }
}

/// The runs of equal keys that two sorted lists have in common.
fn groups<'a, T, K: Ord>(
    mut a: &'a [T],
    mut b: &'a [T],
    key: impl Fn(&T) -> K + 'a,
) -> impl Iterator<Item = (&'a [T], &'a [T])> {
    std::iter::from_fn(move || loop {
        let next = key(a.first()?).max(key(b.first()?));
        a = &a[a.partition_point(|x| key(x) < next)..];
        b = &b[b.partition_point(|x| key(x) < next)..];
        let (run_a, rest_a) = a.split_at(a.partition_point(|x| key(x) == next));
        let (run_b, rest_b) = b.split_at(b.partition_point(|x| key(x) == next));
        if !run_a.is_empty() && !run_b.is_empty() {
            (a, b) = (rest_a, rest_b);
            return Some((run_a, run_b));
        }
    })
}

fn pairs<'a, T>(a: &'a [T], b: &'a [T]) -> impl Iterator<Item = (&'a T, &'a T)> {
    a.iter().flat_map(move |x| b.iter().map(move |y| (x, y)))
}

/// Whether one context of calls continues the other.
fn related(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Heap { context: a, .. }, Object::Heap { context: b, .. }) => {
            a.starts_with(b) || b.starts_with(a)
        }
        _ => false,
    }
}
