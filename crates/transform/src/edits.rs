//! The edits that carry out a plan.

use crate::helper::{helper, Uses};
use crate::names::Names;
use crate::plan::{Plan, PlannedOp, PlannedWait};
use crate::wording::{call_of, completion};
use crate::{host_memory, pin, reuse};
use cra::Position;
use edit::{Edits, SourceText};
use effects::{Effects, SiteId};
use ir::{Anchor, AnchorContext, AnchorId, Body, Call, FnId, Module, ResultUse};
use model::Model;
use std::collections::{BTreeMap, BTreeSet};

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditFailure {
    /// A piece of text is not what the plan takes it for: a bug.
    Misfit(String),
}

/// Code around one anchor.
#[derive(Default)]
struct Around {
    before: Vec<Line>,
    after: Vec<String>,
}

/// A statement to insert, with a comment.
struct Line {
    code: String,
    comment: String,
}

struct Writer<'a> {
    module: &'a Module,
    effects: &'a Effects,
    plan: &'a Plan,
    source: &'a SourceText,
    names: Names<'a>,
    namespace: String,
    uses: Uses,
    edits: Edits,
    around: BTreeMap<(FnId, AnchorId), Around>,
    /// Expressions that get code in front: by text, so that template instances agree.
    inside: BTreeMap<(u32, u32), Vec<String>>,
}

/// Edits of the main file for a plan.
///
/// # Errors
/// When some piece of text is not what the plan takes it for; then nothing must be written.
pub fn edits_for(
    module: &Module,
    effects: &Effects,
    plan: &Plan,
    source: &SourceText,
) -> Result<Edits, EditFailure> {
    if plan.is_empty() {
        return Ok(Edits::new());
    }
    let names = Names::of(&module.names, source.bytes());
    let mut writer = Writer {
        module,
        effects,
        plan,
        source,
        namespace: names.namespace(),
        names,
        uses: Uses { doubt: cra::runs_unseen_code(module, effects), ..Uses::default() },
        edits: Edits::new(),
        around: BTreeMap::new(),
        inside: BTreeMap::new(),
    };
    for op in &plan.ops {
        writer.operation(op)?;
    }
    writer.reuse()?;
    writer.pin()?;
    for wait in &plan.waits {
        writer.wait(wait);
    }
    writer.joins_and_resets();
    writer.guards()?;
    writer.place_around()?;
    writer.place_inside();
    writer.place_helper()?;
    Ok(writer.edits)
}

/// What code is inserted around.
#[derive(Clone, Copy)]
pub(crate) enum Layer {
    /// A statement, or a place in a list of statements.
    Statement,
    /// The call that issues an operation.
    Operation,
    /// Any other expression.
    Expression,
}

/// The rank of what opens a piece of text that ends at `end`: at one offset, the longest piece is
/// opened first. Pieces of one end are told apart by their layer.
pub(crate) fn opens(end: usize, layer: Layer) -> i32 {
    let end = i32::try_from(end).unwrap_or(i32::MAX).min(i32::MAX / 4 - 1);
    i32::MAX - 4 * end - 4 + layer as i32
}

/// The rank of what closes a piece of text that starts at `start`: the opposite order.
pub(crate) fn closes(start: usize, layer: Layer) -> i32 {
    let start = i32::try_from(start).unwrap_or(i32::MAX).min(i32::MAX / 4 - 1);
    -1 - 4 * start - layer as i32
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

impl Writer<'_> {
    fn text(&self) -> &[u8] {
        self.source.bytes()
    }

    // --- operations ------------------------------------------------------------------------------

    fn operation(&mut self, op: &PlannedOp) -> Result<(), EditFailure> {
        let site = self.effects.sites.get(op.site);
        let Some(call) = call_of(self.module, site) else {
            return Err(EditFailure::Misfit(format!("{}: the call is gone", op.name)));
        };
        let stream = self.stream_expression(op);
        match call.syntax.as_ref().and_then(|s| s.launch.as_ref()) {
            Some(launch) => {
                let at = launch.config_end as usize;
                // Blanks may stand before the third.
                let rest = self.text().get(at..).and_then(|rest| rest.strip_prefix(b">>"));
                if rest.and_then(|rest| rest.trim_ascii_start().first()) != Some(&b'>') {
                    return Err(EditFailure::Misfit(format!(
                        "{}: no `>>>` where the launch ends",
                        op.name
                    )));
                }
                let shared = if launch.config_args == 2 { ", 0" } else { "" };
                self.edits.insert(at, format!("{shared}, {stream}"), 0);
            }
            None => self.asynchronous_twin(op, call, &stream)?,
        }
        if let Some(event) = op.event {
            self.record(op, call, event);
        }
        Ok(())
    }

    fn stream_expression(&mut self, op: &PlannedOp) -> String {
        let ns = self.namespace.clone();
        match op.after.is_empty() {
            true => {
                self.uses.stream = true;
                format!("{ns}::{}({})", self.names.own("stream"), op.stream)
            }
            false => {
                self.uses.after = true;
                format!("{ns}::{}({}, {})", self.names.own("after"), op.stream, list(&op.after))
            }
        }
    }

    fn asynchronous_twin(
        &mut self,
        op: &PlannedOp,
        call: &Call,
        stream: &str,
    ) -> Result<(), EditFailure> {
        let name = op.name.as_str();
        let failure = |what: &str| EditFailure::Misfit(format!("{name}: {what}"));
        let row = Model::builtin().row(name).ok_or_else(|| failure("no row"))?;
        let twin = row.twin.as_deref().ok_or_else(|| failure("no asynchronous twin"))?;
        let syntax = call.syntax.as_ref().ok_or_else(|| failure("no text"))?;
        let (start, end) = (syntax.name.start as usize, syntax.expr.end as usize - 1);
        let spelled = name.rsplit("::").next().unwrap_or(name);
        if !self.text()[start..].starts_with(spelled.as_bytes())
            || self.text().get(end) != Some(&b')')
        {
            return Err(failure("the text is not that of a call"));
        }
        match op.pinned {
            true => {
                let copy = format!("{}::{}", self.namespace, self.names.own("copy"));
                self.edits.replace(syntax.expr.start as usize..start + spelled.len(), copy);
            }
            false => self.edits.replace(start..start + spelled.len(), twin),
        }
        let parameters = call.args.len();
        let missing = parameters.saturating_sub(syntax.args.len()).min(row.twin_args.len());
        let mut extra: Vec<&str> =
            row.twin_args[row.twin_args.len() - missing..].iter().map(String::as_str).collect();
        extra.push(stream);
        self.edits.insert(end, format!(", {}", extra.join(", ")), 0);
        Ok(())
    }

    fn record(&mut self, op: &PlannedOp, call: &Call, event: usize) {
        let site = self.effects.sites.get(op.site);
        let ns = self.namespace.clone();
        let Some((body, anchor)) = self.anchor_of(op.site) else { return };
        let context = &body.anchor(anchor).context;
        // A macro that checks the result may leave the statement before a line after it is reached.
        let whole = matches!(call.result, ResultUse::Discarded);
        let in_list = matches!(context, AnchorContext::Block | AnchorContext::Body);
        if whole && in_list && !body.anchor(anchor).is_return {
            self.uses.record = true;
            let function = site.at.function;
            let line = format!("{ns}::{}({event});", self.names.own("record"));
            self.around.entry((function, anchor)).or_default().after.push(line);
            return;
        }
        let Some(expr) = call.syntax.as_ref().map(|s| s.expr) else { return };
        let (start, end) = (expr.start as usize, expr.end as usize);
        match site.kind == model::OpKind::Launch
            && call.syntax.as_ref().is_some_and(|s| s.launch.is_some())
        {
            true => {
                self.uses.record = true;
                let record = self.names.own("record");
                self.edits.insert(start, "(", opens(end, Layer::Operation));
                let text = format!(", {ns}::{record}({event}))");
                self.edits.insert(end, text, closes(start, Layer::Operation));
            }
            false => {
                self.uses.recorded = true;
                let recorded = self.names.own("recorded");
                let text = format!("{ns}::{recorded}({event}, ");
                self.edits.insert(start, text, opens(end, Layer::Operation));
                self.edits.insert(end, ")", closes(start, Layer::Operation));
            }
        }
    }

    fn anchor_of(&self, site: SiteId) -> Option<(&'_ Body, AnchorId)> {
        let at = self.effects.sites.get(site).at;
        let body = self.module.function(at.function).body.as_ref()?;
        Some((body, at.stmt(self.module)?.anchor))
    }

    fn reuse(&mut self) -> Result<(), EditFailure> {
        if self.plan.allocations.is_empty() {
            return Ok(());
        }
        self.uses.reuse = true;
        self.uses.join = true;
        let own = (&self.names, self.namespace.as_str());
        reuse::calls(self.module, self.plan, self.source.bytes(), own, &mut self.edits)
    }

    fn pin(&mut self) -> Result<(), EditFailure> {
        self.uses.pin = self.plan.locks();
        let own = (&self.names, self.namespace.as_str());
        let (text, edits) = (self.source.bytes(), &mut self.edits);
        let mut used = host_memory::calls(self.module, self.plan, text, own, edits)?;
        used.extend(pin::calls(self.module, self.plan, own, edits)?);
        match self.plan.new {
            cra::NewMemory::AsItIs => {}
            cra::NewMemory::Replaced => used.extend(["large_block"]),
            cra::NewMemory::Lockable => used.extend(["large_block", "again", "note", "released"]),
        }
        self.uses.host = used;
        Ok(())
    }

    // --- waits, joins, guards --------------------------------------------------------------------

    fn wait(&mut self, wait: &PlannedWait) {
        let ns = self.namespace.clone();
        let why: BTreeSet<String> = wait
            .sites
            .iter()
            .map(|s| completion(self.module, self.effects, self.text(), *s))
            .collect();
        let comment = why.into_iter().collect::<Vec<_>>().join(", ");
        let mut calls = Vec::new();
        if !wait.events.is_empty() {
            self.uses.wait = true;
            calls.push(format!("{ns}::{}({})", self.names.own("wait"), list(&wait.events)));
        }
        if !wait.streams.is_empty() {
            self.uses.wait_stream = true;
            calls.push(format!("{ns}::{}({})", self.names.own("wait_stream"), list(&wait.streams)));
        }
        let check = self.check_style(wait);
        let count = calls.len();
        for (index, call) in calls.into_iter().enumerate() {
            let comment = if index + 1 == count { comment.clone() } else { String::new() };
            let code = match (&check, wait.position) {
                (_, Position::Inside(_)) | (None, _) => call,
                (Some(name), _) => format!("{name}({call})"),
            };
            self.put(wait.function, wait.position, code, comment);
        }
    }

    /// The macro that checks the operations' calls, if they are checked in the function that waits. It may throw, so
    /// that the same handlers must stand around the wait.
    fn check_style(&self, wait: &PlannedWait) -> Option<String> {
        let mut names = BTreeSet::new();
        let body = self.module.function(wait.function).body.as_ref()?;
        let handlers = body.handlers_around(wait.position.anchor());
        for site in &wait.sites {
            let site = self.effects.sites.get(*site);
            if site.at.function != wait.function
                || body.handlers_around(site.at.stmt(self.module)?.anchor) != handlers
            {
                return None;
            }
            match &call_of(self.module, site)?.result {
                ResultUse::CheckedBy { macro_name, .. } => names.insert(macro_name.clone()),
                _ => return None,
            };
        }
        if names.len() == 1 {
            names.pop_first()
        } else {
            None
        }
    }

    fn put(&mut self, function: FnId, position: Position, code: String, comment: String) {
        match position {
            Position::Before(anchor) | Position::Wrap(anchor) | Position::ScopeEnd(anchor) => {
                let around = self.around.entry((function, anchor)).or_default();
                around.before.push(Line { code: format!("{code};"), comment });
            }
            Position::Inside(anchor) => {
                let Some(body) = &self.module.function(function).body else { return };
                let span = body.anchor(anchor).span;
                self.inside.entry((span.start, span.end)).or_default().push(code);
            }
        }
    }

    fn joins_and_resets(&mut self) {
        let ns = self.namespace.clone();
        for join in &self.plan.joins {
            self.uses.join = true;
            let comment = match join.follows {
                true => "after what other code has queued".to_owned(),
                false => "the default stream follows".to_owned(),
            };
            self.put(
                join.function,
                join.position,
                format!("{ns}::{}()", self.names.own("join")),
                comment,
            );
        }
        for (function, position) in &self.plan.resets {
            self.uses.forget = true;
            self.put(
                *function,
                *position,
                format!("{ns}::{}()", self.names.own("forget")),
                String::new(),
            );
        }
    }

    fn guards(&mut self) -> Result<(), EditFailure> {
        for (index, guard) in self.plan.guards.iter().enumerate() {
            if guard.events.is_empty() {
                continue;
            }
            self.uses.guard = true;
            let events = list(&guard.events);
            let (class, name) =
                (self.names.own("Guard"), self.names.local(&format!("guard_{index}")));
            let code = format!("{}::{class} {name}({events});", self.namespace);
            let Some(body) = &self.module.function(guard.function).body else { continue };
            match guard.var {
                Some(var) => {
                    let Some(anchor) = self.module.var(var).anchor else {
                        return Err(EditFailure::Misfit("a guard has no place".into()));
                    };
                    self.around.entry((guard.function, anchor)).or_default().after.push(code);
                }
                None => {
                    let open = body.anchors[0].span;
                    let unit =
                        String::from_utf8_lossy(self.source.indent_unit().as_str().as_bytes())
                            .into_owned();
                    let indent = self.indent(open.start);
                    let eol = self.source.line_ending().as_str();
                    self.edits.insert(open.end as usize, format!("{eol}{indent}{unit}{code}"), 0);
                }
            }
        }
        Ok(())
    }

    // --- placing ---------------------------------------------------------------------------------

    fn indent(&self, offset: u32) -> String {
        String::from_utf8_lossy(self.source.indentation_of(offset as usize)).into_owned()
    }

    fn place_around(&mut self) -> Result<(), EditFailure> {
        // Template instances share text: what is put around one place is put there once.
        let mut by_text: BTreeMap<(u32, u32), (Anchor, Around)> = BTreeMap::new();
        for ((function, anchor), around) in std::mem::take(&mut self.around) {
            let Some(body) = &self.module.function(function).body else { continue };
            let anchor = body.anchor(anchor).clone();
            if anchor.span.file.0 != 0 || !anchor.span.editable {
                return Err(EditFailure::Misfit(
                    "a statement in text that cannot be edited".into(),
                ));
            }
            let key = (anchor.span.start, anchor.span.end);
            let (_, all) = by_text.entry(key).or_insert_with(|| (anchor, Around::default()));
            for line in around.before {
                if !all.before.iter().any(|l| l.code == line.code) {
                    all.before.push(line);
                }
            }
            for line in around.after {
                if !all.after.contains(&line) {
                    all.after.push(line);
                }
            }
        }
        for (anchor, around) in by_text.into_values() {
            match anchor.context {
                AnchorContext::Body => self.braces(&anchor, &around),
                AnchorContext::ScopeClose => self.before_brace(&anchor, &around),
                _ => self.in_list(&anchor, &around),
            }
        }
        Ok(())
    }

    fn line_text(line: &Line) -> String {
        match line.comment.is_empty() {
            true => line.code.clone(),
            false => format!("{}  // {}", line.code, line.comment),
        }
    }

    fn block_comment(line: &Line) -> String {
        match line.comment.is_empty() {
            true => line.code.clone(),
            false => format!("{} /* {} */", line.code, line.comment),
        }
    }

    /// `{ before; statement; after; }` on the statement's own lines.
    fn braces(&mut self, anchor: &Anchor, around: &Around) {
        let before: String =
            around.before.iter().map(|l| format!("{} ", Self::block_comment(l))).collect();
        let after: String = around.after.iter().map(|l| format!(" {l}")).collect();
        let (start, end) = (anchor.span.start as usize, anchor.span.end as usize);
        self.edits.insert(start, format!("{{ {before}"), opens(end, Layer::Statement));
        self.edits.insert(end, format!("{after} }}"), closes(start, Layer::Statement));
    }

    fn before_brace(&mut self, anchor: &Anchor, around: &Around) {
        let at = anchor.span.start as usize;
        let eol = self.source.line_ending().as_str();
        if self.first_on_line(at) {
            let indent = self.indent(anchor.span.start);
            let unit = self.source.indent_unit().as_str().to_owned();
            for line in &around.before {
                let text = format!("{unit}{}{eol}{indent}", Self::line_text(line));
                self.edits.insert(at, text, opens(at, Layer::Statement));
            }
        } else {
            let text: String =
                around.before.iter().map(|l| format!("{} ", Self::block_comment(l))).collect();
            self.edits.insert(at, text, opens(at, Layer::Statement));
        }
    }

    fn first_on_line(&self, at: usize) -> bool {
        let range = self.source.line_range(self.source.line_of(at));
        self.text()[range.start..at].iter().all(|b| b.is_ascii_whitespace())
    }

    fn in_list(&mut self, anchor: &Anchor, around: &Around) {
        let eol = self.source.line_ending().as_str();
        let start = anchor.span.start as usize;
        let directive = self.text().get(start) == Some(&b'#')
            || anchor.span.start == anchor.span.end && self.line_is_directive(start);
        let indent = match directive {
            true => self.indent_above(start),
            false => self.indent(anchor.span.start),
        };
        for line in &around.before {
            let text = match directive {
                true => format!("{indent}{}{eol}", Self::line_text(line)),
                false => format!("{}{eol}{indent}", Self::line_text(line)),
            };
            let at = if directive {
                self.source.line_range(self.source.line_of(start)).start
            } else {
                start
            };
            self.edits.insert(at, text, opens(anchor.span.end as usize, Layer::Statement));
        }
        let end = self.end_of_comment_line(anchor.span.end as usize);
        for line in &around.after {
            let text = format!("{eol}{indent}{line}");
            self.edits.insert(end, text, closes(start, Layer::Statement));
        }
    }

    fn line_is_directive(&self, at: usize) -> bool {
        let range = self.source.line_range(self.source.line_of(at));
        self.text()[range].trim_ascii_start().starts_with(b"#")
    }

    /// Indentation of the nearest line above that is neither blank nor a directive.
    fn indent_above(&self, at: usize) -> String {
        let mut line = self.source.line_of(at);
        while line > 1 {
            line -= 1;
            let range = self.source.line_range(line);
            let text = self.text()[range.clone()].trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                let mut indent = self.indent(range.start as u32);
                if text.ends_with(b"{") {
                    indent.push_str(self.source.indent_unit().as_str());
                }
                return indent;
            }
        }
        String::new()
    }

    /// The end of the line if only blanks and complete comments follow, else the offset itself.
    fn end_of_comment_line(&self, from: usize) -> usize {
        let line = self.source.line_of(from);
        let content = self.source.content_range(line);
        let rest = &self.text()[from..content.end.max(from)];
        let trimmed = rest.trim_ascii();
        let closed = trimmed.starts_with(b"/*")
            && trimmed.windows(2).position(|w| w == b"*/") == Some(trimmed.len().saturating_sub(2));
        let line_comment = trimmed.starts_with(b"//") && !trimmed.ends_with(b"\\");
        if trimmed.is_empty() || closed || line_comment {
            content.end.max(from)
        } else {
            from
        }
    }

    fn place_inside(&mut self) {
        for ((start, end), codes) in std::mem::take(&mut self.inside) {
            let unique: Vec<String> = codes.into_iter().fold(Vec::new(), |mut all, code| {
                if !all.contains(&code) {
                    all.push(code);
                }
                all
            });
            let (start, end) = (start as usize, end as usize);
            let text = format!("({}, ", unique.join(", "));
            self.edits.insert(start, text, opens(end, Layer::Expression));
            self.edits.insert(end, ")", closes(start, Layer::Expression));
        }
    }

    fn place_helper(&mut self) -> Result<(), EditFailure> {
        let first = self.first_edited_function();
        let at = helper_offset(self.text(), first).ok_or_else(|| {
            EditFailure::Misfit("no place for the helper before the first function".into())
        })?;
        let eol = self.source.line_ending().as_str();
        let text = self.names.within(&helper(self.plan, &self.uses, &self.names, &self.namespace));
        let text = text.replace('\n', eol);
        let blank_follows = matches!(self.text().get(at), Some(b'\n' | b'\r'));
        let tail = if blank_follows { "" } else { eol };
        self.edits.insert(at, format!("{eol}{text}{tail}"), 0);
        Ok(())
    }

    fn first_edited_function(&self) -> usize {
        let functions = self.plan.ops.iter().flat_map(|op| &self.effects.sites.get(op.site).all);
        functions
            .map(|at| at.function)
            .chain(self.plan.waits.iter().map(|w| w.function))
            .chain(self.plan.guards.iter().map(|g| g.function))
            .chain(self.plan.allocations.iter().map(|c| c.at.function))
            .chain(self.plan.releases.iter().map(|c| c.at.function))
            .chain(self.plan.host_blocks.iter().map(|b| b.at.function))
            .chain(self.plan.host_frees.iter().map(|c| c.at.function))
            .chain(self.plan.host_copies.iter().map(|c| c.at.function))
            .filter_map(|f| self.module.function(f).span)
            .filter(|s| s.file.0 == 0)
            .map(|s| s.start as usize)
            .min()
            .unwrap_or(0)
    }
}

/// Where the helper goes: after the last `#include` outside braces and conditionals that stands
/// before `limit`; else at the first line that starts outside of them.
pub(crate) fn helper_offset(text: &[u8], limit: usize) -> Option<usize> {
    let (mut depth, mut conditionals) = (0usize, 0usize);
    let mut best = None;
    let mut group_has_include = false;
    let mut at = 0;
    while at < limit.min(text.len()) {
        let end = edit_line_end(text, at);
        let line = text[at..end].trim_ascii();
        if let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start) {
            let include = directive.starts_with(b"include");
            if directive.starts_with(b"if") {
                conditionals += 1;
            } else if directive.starts_with(b"endif") {
                conditionals = conditionals.saturating_sub(1);
                if conditionals == 0 && group_has_include && depth == 0 {
                    best = Some(end);
                    group_has_include = false;
                }
            } else if include && depth == 0 {
                match conditionals {
                    0 => best = Some(end),
                    _ => group_has_include = true,
                }
            }
        } else {
            depth = brace_depth(text, at, end, depth);
        }
        at = end;
    }
    // Not within a comment or a function: the whole line was before `limit`.
    best.filter(|b| *b <= limit).or_else(|| start_of_code(text, limit))
}

fn edit_line_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        let next = text[end..].iter().position(|b| *b == b'\n').map_or(text.len(), |n| end + n + 1);
        let spliced = text[at..next].trim_ascii_end().ends_with(b"\\") && next < text.len();
        end = next;
        if !spliced {
            return end;
        }
    }
}

fn brace_depth(text: &[u8], at: usize, end: usize, depth: usize) -> usize {
    let mut depth = depth;
    let mut i = at;
    while i < end {
        match text[i] {
            b'/' if text.get(i + 1) == Some(&b'/') => return depth,
            b'"' | b'\'' => {
                let quote = text[i];
                i += 1;
                while i < end && text[i] != quote {
                    i += if text[i] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        i += 1;
    }
    depth
}

/// A file whose includes, if any, stand inside braces: its top.
fn start_of_code(text: &[u8], limit: usize) -> Option<usize> {
    let top = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    (top <= limit).then_some(top)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helper_goes_after_the_last_plain_include() {
        let text = b"#include <a>\n#ifdef X\n#include <b>\n#endif\nint f() {}\n#include <late>\nint g();\n";
        let at = helper_offset(text, 42).unwrap();
        assert_eq!(&text[at..at + 5], b"int f");
    }

    #[test]
    fn pieces_of_text_nest() {
        let mut edits = Edits::new();
        let text = b"for (;;) if (c) f();";
        // Both bodies end where the text does.
        for start in [9, 16] {
            edits.insert(start, "{ ", opens(20, Layer::Statement));
            edits.insert(20, " }", closes(start, Layer::Statement));
        }
        // The call is the start of its statement.
        edits.insert(16, "r(", opens(19, Layer::Operation));
        edits.insert(19, ")", closes(16, Layer::Operation));
        edits.insert(16, "(w, ", opens(19, Layer::Expression));
        edits.insert(19, ")", closes(16, Layer::Expression));
        let output = edits.apply(text).unwrap();
        assert_eq!(output, b"for (;;) { if (c) { r((w, f())); } }");
    }
}
