//! Paths of fields, interned without copying them.
//!
//! *Takes* an object and a path, *gives* the node that stands for it in the object's tree, *promises*
//! that equal paths have one node. A node becomes a place when somebody asks for that place.

use crate::location::{LocId, ObjId};
use dataflow::IndexMap;
use ir::FieldId;

/// A path of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// The paths of all objects.
#[derive(Default)]
pub struct PathTree {
    /// The empty path of each object.
    roots: Vec<NodeId>,
    children: IndexMap<(NodeId, FieldId), NodeId>,
    /// The place of each node that is one.
    places: Vec<Option<LocId>>,
}

impl PathTree {
    /// Makes room for the next object.
    pub fn add_object(&mut self) {
        let root = self.add_node();
        self.roots.push(root);
    }

    fn add_node(&mut self) -> NodeId {
        self.places.push(None);
        NodeId(self.places.len() as u32 - 1)
    }

    pub fn node(&mut self, object: ObjId, path: &[FieldId]) -> NodeId {
        self.below(self.roots[object.0 as usize], path)
    }

    /// The node at `suffix` below another.
    pub fn below(&mut self, from: NodeId, suffix: &[FieldId]) -> NodeId {
        suffix.iter().fold(from, |node, field| match self.children.get(&(node, *field)) {
            Some(known) => *known,
            None => {
                let new = self.add_node();
                self.children.insert((node, *field), new);
                new
            }
        })
    }

    pub fn place(&mut self, node: NodeId) -> &mut Option<LocId> {
        &mut self.places[node.0 as usize]
    }
}
