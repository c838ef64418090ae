//! The words of comments in the output.

use effects::{Effects, OpSite, SiteId};
use ir::{Call, Module};
use model::{Base, Direction, Model, OpKind, Path};

/// Longer pieces of source text are not repeated in comments.
const MAX_TEXT: usize = 32;

/// What holds once an operation is complete, in a few words.
pub(crate) fn completion(module: &Module, effects: &Effects, text: &[u8], site: SiteId) -> String {
    let site = effects.sites.get(site);
    let Some(call) = call_of(module, site) else { return format!("{} is done", site.name) };
    let row = Model::builtin().row(&site.name);
    let argument = |paths: fn(&model::Row) -> &Vec<Path>| {
        let path = row.map(paths)?.first()?;
        match path.base {
            Base::Arg(index) if path.fields.is_empty() => argument_text(call, text, index),
            _ => None,
        }
    };
    match (site.kind, site.direction) {
        (OpKind::Copy, Some(Direction::HostToDevice)) => match argument(|r| &r.op_reads) {
            Some(source) => format!("{source} has been read"),
            None => "the upload is done".into(),
        },
        (OpKind::Copy, _) => match argument(|r| &r.op_writes) {
            Some(target) => format!("{target} has arrived"),
            None => "the copy is done".into(),
        },
        (OpKind::Set, _) => match argument(|r| &r.op_writes) {
            Some(target) => format!("{target} is set"),
            None => "the memset is done".into(),
        },
        _ => format!("{} is done", site.name),
    }
}

pub(crate) fn call_of<'m>(module: &'m Module, site: &OpSite) -> Option<&'m Call> {
    site.at.call(module)
}

fn argument_text(call: &Call, text: &[u8], index: usize) -> Option<String> {
    let span = call.syntax.as_ref()?.args.get(index)?;
    if !span.editable || span.file.0 != 0 {
        return None;
    }
    let raw = std::str::from_utf8(text.get(span.start as usize..span.end as usize)?).ok()?;
    let words = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = words.len() <= MAX_TEXT
        && !words.contains("*/")
        && !words.contains("//")
        && !words.ends_with('\\');
    plain.then_some(words)
}
