//! Lowering of a translation unit: its functions, variables and files.
//!
//! Functions defined outside system headers are lowered when they stand in the main file or are
//! reached from there; template instances and closures are reached through references. System
//! functions have no body here: the model describes them.

use crate::construct::Member;
use crate::function::FunctionLowering;
use crate::text::SourceMap;
use crate::user_code::{Given, UserCode};
use clang_ast::{Cursor, CursorKind, ExceptionSpec, StorageClass, TranslationUnit, Type, TypeKind};
use ir::{
    DeviceMemory, FieldId, FnId, Function, Linkage, Module, Operand, Place, Proj, Space, TypeInfo,
    TypeShape, Var, VarId, VarKind,
};
use std::collections::HashMap;

/// The special members of template instances by class, as [`crate::frontend::probes`] shows them.
fn instance_members(tu: &TranslationUnit) -> HashMap<(Cursor<'_>, Member), Cursor<'_>> {
    crate::frontend::probes::instance_members(tu)
        .into_iter()
        .filter_map(|function| {
            let class = function.semantic_parent()?.canonical();
            Some(((class, Member::of(function)?), function.definition().unwrap_or(function)))
        })
        .collect()
}

/// Whether some function of the program throws an object of a class of its own whose end does something.
fn throws_objects(root: Cursor<'_>) -> bool {
    root.children().into_iter().filter(|c| !c.is_in_system_header()).any(|declaration| {
        let throws = declaration.find(|c| {
            c.kind() == CursorKind::CXXThrowExpr
                && c.children().first().and_then(|e| e.ty()).is_some_and(|ty| {
                    let ty = ty.non_reference().canonical();
                    let own = |class: Cursor<'_>| !class.is_in_system_header();
                    ty.declaration().is_some_and(own) && ty.is_record() && needs_destruction(ty, 0)
                })
        });
        throws.is_some()
    })
}

/// Lowers what clang has parsed.
pub fn lower_unit(unit: &TranslationUnit, main_text: &[u8]) -> Module {
    let mut given = Given::default();
    let mut lowering = lower_knowing(unit, main_text, given);
    while lowering.user_code.given() != given {
        // Functions lowered before the call that told it did not know.
        given = lowering.user_code.given();
        lowering = lower_knowing(unit, main_text, given);
    }
    crate::prune::prune(&mut lowering.module);
    lowering.module.files = lowering.sources.paths.clone();
    lowering.module
}

fn lower_knowing<'tu>(unit: &'tu TranslationUnit, main_text: &[u8], given: Given) -> Unit<'tu> {
    let mut lowering = Unit::new(unit, main_text, given);
    if let Some(root) = unit.cursor() {
        lowering.declarations(root);
    }
    lowering.drain();
    lowering.leak_cleanups();
    lowering.leak_aliased();
    lowering.module.names = unit.cursor().map(crate::names::of).unwrap_or_default();
    lowering
}

/// State shared by the functions of a translation unit.
pub(crate) struct Unit<'tu> {
    pub module: Module,
    pub sources: SourceMap<'tu>,
    pub functions: HashMap<Cursor<'tu>, FnId>,
    vars: HashMap<Cursor<'tu>, VarId>,
    fields: HashMap<String, FieldId>,
    named: HashMap<(String, bool), FnId>,
    types: HashMap<String, TypeInfo>,
    queue: Vec<(FnId, Cursor<'tu>)>,
    /// The function that runs initialisers of static variables.
    init: Option<FnId>,
    init_queue: Vec<(VarId, Cursor<'tu>)>,
    /// The function that runs initialisers of variables of threads, and those.
    pub thread_init: Option<FnId>,
    thread_inits: Vec<(VarId, Cursor<'tu>)>,
    /// Functions, as the linker knows them, that a pragma makes weak.
    pub weak: Vec<String>,
    /// Functions, as the linker knows them, that have other names.
    pub aliased: Vec<String>,
    /// Conditional groups of the main file.
    pub groups: Vec<crate::inactive::Group>,
    /// Functions that text defines which is left out.
    pub alternatives: std::collections::BTreeSet<String>,
    /// Ranges of the main file that are left out.
    pub skipped: Vec<(u32, u32)>,
    /// The macros of the unit, as far as text that is left out may use them.
    pub macros: crate::left_out::Macros,
    /// The types that variables are declared with.
    declared_types: HashMap<VarId, Type<'tu>>,
    /// Declared types of variables of class type.
    record_types: HashMap<VarId, Type<'tu>>,
    /// What library templates may run.
    pub user_code: UserCode<'tu>,
    /// Library functions that run code, or touch memory, that their arguments do not show, and why.
    pub called_back: HashMap<FnId, &'static str>,
    /// Members of template instances that run without being named.
    instance_members: HashMap<(Cursor<'tu>, Member), Cursor<'tu>>,
    /// The unit throws objects with destructors.
    pub throws_objects: bool,
    /// Where exceptions in flight are kept; see [`Unit::exception`].
    exception: Option<VarId>,
    /// Functions that `__attribute__((cleanup(…)))` calls.
    pub cleanups: Vec<String>,
    /// Closure classes whose objects hold copies of arrays or class objects.
    pub copying_closures: Vec<Cursor<'tu>>,
}

impl<'tu> Unit<'tu> {
    fn new(tu: &'tu TranslationUnit, main_text: &[u8], given: Given) -> Self {
        let skipped = tu.main_file().map(|f| tu.skipped_ranges(f)).unwrap_or_default();
        let groups = crate::inactive::groups(main_text, &skipped);
        Unit {
            module: Module::default(),
            sources: SourceMap::new(tu, main_text),
            functions: HashMap::new(),
            vars: HashMap::new(),
            fields: HashMap::new(),
            named: HashMap::new(),
            types: HashMap::new(),
            queue: Vec::new(),
            init: None,
            init_queue: Vec::new(),
            thread_init: None,
            thread_inits: Vec::new(),
            weak: crate::replaced::weak_pragmas(main_text),
            aliased: Vec::new(),
            alternatives: crate::alternatives::defined(main_text, &groups, &skipped),
            groups,
            macros: match skipped.is_empty() {
                true => crate::left_out::Macros::default(),
                false => macros(tu, main_text),
            },
            skipped,
            declared_types: HashMap::new(),
            record_types: HashMap::new(),
            user_code: UserCode::of(tu.cursor(), given),
            called_back: HashMap::new(),
            instance_members: instance_members(tu),
            throws_objects: tu.cursor().is_some_and(throws_objects),
            exception: None,
            cleanups: Vec::new(),
            copying_closures: Vec::new(),
        }
    }

    /// Whether a function is the body of a closure.
    pub fn is_closure(&self, id: FnId) -> bool {
        // Others may be given one as an argument, which their names then have inside.
        let name = &self.module.function(id).display;
        name.starts_with("lambda at ") || name.starts_with("(lambda at ")
    }

    /// The type of a variable that was declared with one of class type.
    pub fn record_type(&self, var: VarId) -> Option<Type<'tu>> {
        self.record_types.get(&var).copied()
    }

    /// The type that a variable is declared with.
    pub fn declared_type(&self, var: VarId) -> Option<Type<'tu>> {
        self.declared_types.get(&var).copied()
    }

    /// Notes the declared type of a variable, if it is a class.
    pub fn note_record_type(&mut self, var: VarId, ty: Type<'tu>) {
        let element = element_of(ty.non_reference().canonical());
        if element.is_record() {
            self.record_types.insert(var, element);
        }
    }

    /// Visits declarations: registers functions with bodies and static variables of the main file.
    fn declarations(&mut self, parent: Cursor<'tu>) {
        for cursor in parent.children() {
            match cursor.kind() {
                CursorKind::UnexposedDecl if crate::stmt::is_decomposition(cursor) => {
                    let var = self.var(cursor, None);
                    if let Some(init) = cursor.initializer().filter(|_| cursor.is_from_main_file())
                    {
                        self.static_initializer(var, init);
                    }
                }
                CursorKind::Namespace
                | CursorKind::LinkageSpec
                | CursorKind::UnexposedDecl
                | CursorKind::StructDecl
                | CursorKind::ClassDecl
                | CursorKind::UnionDecl
                    if !cursor.is_in_system_header() =>
                {
                    self.declarations(cursor);
                }
                kind if is_function(kind) && cursor.is_from_main_file() => {
                    self.aliased.extend(crate::replaced::alias_target(cursor));
                    if cursor.is_definition() {
                        self.function(cursor);
                    }
                }
                CursorKind::VarDecl if !cursor.is_in_system_header() => {
                    let var = self.var(cursor, None);
                    if crate::thread_local::is_initialised_late(cursor) {
                        self.thread_inits.extend(cursor.initializer().map(|init| (var, init)));
                    } else if cursor.is_from_main_file() {
                        if let Some(init) = cursor.initializer() {
                            self.static_initializer(var, init);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes that `init` runs before `main` and stores to `var`.
    pub fn static_initializer(&mut self, var: VarId, init: Cursor<'tu>) {
        self.init_queue.push((var, init));
    }

    /// Lowers queued bodies until none is left.
    fn drain(&mut self) {
        loop {
            if let Some((id, definition)) = self.queue.pop() {
                let body = FunctionLowering::lower(self, id, definition);
                self.module.functions[id.0 as usize].body = Some(body);
            } else if !self.init_queue.is_empty() {
                let id = self.init_function();
                let inits = std::mem::take(&mut self.init_queue);
                let body = FunctionLowering::lower_initializers(self, id, &inits);
                // Bodies of later rounds (statics met while lowering) become functions of their own.
                self.module.functions[id.0 as usize].body = Some(body);
                self.init = None;
            } else if let Some(id) = self.unlowered_thread_init() {
                let inits = std::mem::take(&mut self.thread_inits);
                let body = FunctionLowering::lower_initializers(self, id, &inits);
                self.module.functions[id.0 as usize].body = Some(body);
            } else {
                return;
            }
        }
    }

    fn unlowered_thread_init(&self) -> Option<FnId> {
        self.thread_init.filter(|id| self.module.function(*id).body.is_none())
    }

    /// The variable that stands for the objects of all exceptions: what is thrown anywhere may be
    /// caught anywhere, in other files, too.
    pub fn exception(&mut self) -> VarId {
        if let Some(var) = self.exception {
            return var;
        }
        let ty = TypeInfo::of(TypeShape::Other);
        let var = self.add_var("$exception", VarKind::Static, ty, None);
        self.module.vars[var.0 as usize].linkage = Linkage::External;
        self.exception = Some(var);
        var
    }

    /// Whether a function is one whose body is, or will be, lowered.
    pub fn function_has_body(&mut self, cursor: Cursor<'tu>) -> bool {
        cursor.definition().is_some_and(|d| d.find_child(is_body).is_some())
    }

    /// Functions of the program with this name, or one that it begins.
    pub fn own_functions(&self, name: &str) -> Vec<FnId> {
        let own = |id: &FnId| {
            let function = self.module.function(*id);
            !function.system && function.name.starts_with(name)
        };
        self.functions.values().copied().filter(own).collect()
    }

    /// A member of a template's instance, where libclang was made to show it.
    pub fn instance_member(&self, record: Cursor<'tu>, member: Member) -> Option<Cursor<'tu>> {
        self.instance_members.get(&(record.canonical(), member)).copied()
    }

    /// Functions that code names which is not lowered: they are called from places that nothing is
    /// known of.
    pub fn leak_named_in(&mut self, cursor: Cursor<'tu>) {
        let mut named = Vec::new();
        cursor.visit(|child, _| {
            named.extend(child.referenced().filter(|r| is_function(r.kind())));
            named.extend(child.overloads().into_iter().filter(|r| is_function(r.kind())));
            clang_ast::Visit::Recurse
        });
        for function in named {
            if !function.is_in_system_header() {
                let id = self.function(function);
                self.take_address(id);
            }
        }
    }

    /// Cleanup functions are called from places that do not name them.
    fn leak_cleanups(&mut self) {
        for function in &mut self.module.functions {
            let last = function.name.rsplit("::").next().unwrap_or_default();
            function.address_taken |=
                self.cleanups.iter().any(|name| name.is_empty() || name == last);
        }
    }

    fn init_function(&mut self) -> FnId {
        if let Some(id) = self.init {
            return id;
        }
        let id = self.add_function("$static_init".into(), "$static_init".into());
        self.module.functions[id.0 as usize].linkage = Linkage::External;
        self.init = Some(id);
        id
    }

    pub fn add_function(&mut self, name: String, display: String) -> FnId {
        let id = FnId(self.module.functions.len() as u32);
        self.module.functions.push(Function {
            name,
            display,
            linkage: Linkage::External,
            space: Space::Host,
            params: Vec::new(),
            this: None,
            ret: None,
            system: false,
            c_linkage: false,
            nothrow: false,
            is_virtual: false,
            is_pure: false,
            is_static_method: false,
            instance: false,
            variadic: false,
            address_taken: false,
            encloses: None,
            copies_objects: false,
            user_code: false,
            owning_elements: false,
            span: None,
            body: None,
        });
        id
    }

    /// A function that exists in the model only, such as `operator new[]`.
    pub fn named_function(&mut self, name: &str, user_code: bool) -> FnId {
        let key = (name.to_owned(), user_code);
        if let Some(id) = self.named.get(&key) {
            return *id;
        }
        let id = self.add_function(name.to_owned(), name.to_owned());
        let function = &mut self.module.functions[id.0 as usize];
        function.system = true;
        function.user_code = user_code;
        self.named.insert(key, id);
        id
    }

    /// The function that a declaration names; its body is queued when it is one to be lowered.
    pub fn function(&mut self, cursor: Cursor<'tu>) -> FnId {
        let key = cursor.canonical();
        if let Some(id) = self.functions.get(&key) {
            return *id;
        }
        let definition = cursor.definition().filter(|d| d.find_child(is_body).is_some());
        let decl = definition.unwrap_or(cursor);
        let id = self.add_function(qualified_name(cursor), display_name(cursor));
        self.functions.insert(key, id);
        self.describe_function(id, decl, key);
        let system = self.module.functions[id.0 as usize].system;
        if let Some(definition) = definition.filter(|_| !system) {
            self.queue.push((id, definition));
        }
        id
    }

    fn describe_function(&mut self, id: FnId, decl: Cursor<'tu>, first: Cursor<'tu>) {
        let method = matches!(
            decl.kind(),
            CursorKind::CXXMethod
                | CursorKind::Constructor
                | CursorKind::Destructor
                | CursorKind::ConversionFunction
        );
        let is_static_method = method && decl.is_static_method();
        let closure = decl.semantic_parent().filter(|p| method && is_closure_class(*p));
        let encloses = closure.and_then(|class| self.enclosing_function(class));
        let copies =
            closure.is_some_and(|class| self.copying_closures.contains(&class.canonical()));
        let params = self.parameters(decl, id);
        let this = (method && !is_static_method).then(|| {
            self.add_var("this", VarKind::This, TypeInfo::of(TypeShape::Pointer), Some(id))
        });
        let result = decl.result_type().map(|t| self.type_info(t));
        let ret = result
            .filter(|t| decl.kind() != CursorKind::Constructor && t.display != "void")
            .map(|t| self.add_var("return", VarKind::Return, t, Some(id)));
        let span = self.sources.span(decl);
        let user_code = decl.is_in_system_header() && self.user_code.may_run_in(decl);
        if decl.is_in_system_header() {
            self.user_code.note_call(decl);
            let reached = self.user_code.callbacks.reached_by(decl);
            self.called_back.extend(reached.map(|why| (id, why)));
        }
        let name = self.module.functions[id.0 as usize].name.clone();
        let function = &mut self.module.functions[id.0 as usize];
        function.linkage = linkage(decl);
        function.space = space(decl, first);
        function.params = params;
        function.this = this;
        function.ret = ret;
        function.system = decl.is_in_system_header();
        function.c_linkage = is_c_linkage(decl)
            || (function.system
                && ["cuda", "dim3", "make_"].iter().any(|prefix| name.starts_with(prefix)));
        let spec = decl.exception_spec();
        function.nothrow = spec == Some(ExceptionSpec::NoThrow)
            || decl.kind() == CursorKind::Destructor && spec != Some(ExceptionSpec::Computed);
        function.address_taken |= runs_unnamed(decl);
        function.is_virtual = method && decl.is_virtual_method();
        function.is_pure = method && decl.is_pure_virtual_method();
        function.is_static_method = is_static_method;
        function.instance = decl.specialized_template().is_some() || in_template_instance(decl);
        function.variadic = decl.is_variadic();
        function.encloses = encloses;
        function.copies_objects = copies;
        function.user_code = user_code;
        function.owning_elements = function.system && has_owning_elements(decl);
        function.span = span;
        if let Some(class) = closure {
            // An instance of a generic closure is also reached through values that name no function.
            function.address_taken |= decl.specialized_template().is_some();
            function.display =
                format!("lambda at {}", class.location().map(|l| l.line).unwrap_or_default());
            function.linkage = Linkage::Internal;
        }
    }

    fn parameters(&mut self, decl: Cursor<'tu>, id: FnId) -> Vec<VarId> {
        let args = decl.arguments();
        let mut params = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            let var = self.var(arg, Some(id));
            self.module.vars[var.0 as usize].kind = VarKind::Param(index as u32);
            params.push(var);
        }
        params
    }

    fn enclosing_function(&mut self, class: Cursor<'tu>) -> Option<FnId> {
        let mut parent = class.semantic_parent();
        while let Some(cursor) = parent {
            if is_function(cursor.kind()) {
                return self.functions.get(&cursor.canonical()).copied();
            }
            parent = cursor.semantic_parent();
        }
        None
    }

    /// The variable that a declaration names.
    pub fn var(&mut self, cursor: Cursor<'tu>, owner: Option<FnId>) -> VarId {
        let key = cursor.canonical();
        if let Some(id) = self.vars.get(&key) {
            return *id;
        }
        let is_static = match crate::stmt::is_decomposition(cursor) {
            true => owner.is_none() || is_static_local(cursor),
            false => {
                cursor.kind() == CursorKind::VarDecl
                    && (cursor.has_global_storage() || owner.is_none())
            }
        };
        let memory = device_memory(cursor);
        let kind = match is_static && memory != Some(DeviceMemory::Shared) {
            true => VarKind::Static,
            false => VarKind::Local,
        };
        let ty = match cursor.ty() {
            Some(ty) => self.type_info(ty),
            None => TypeInfo::of(TypeShape::Other),
        };
        let id =
            self.add_var(&cursor.spelling(), kind, ty, owner.filter(|_| kind != VarKind::Static));
        let span = self.sources.span(cursor);
        let var = &mut self.module.vars[id.0 as usize];
        var.memory = memory;
        var.span = span;
        var.system = cursor.is_in_system_header();
        var.linkage = match kind {
            VarKind::Static => linkage(cursor),
            _ => Linkage::Internal,
        };
        if let Some(ty) = cursor.ty() {
            self.declared_types.insert(id, ty);
            let element = element_of(ty.canonical());
            if element.is_record() {
                self.record_types.insert(id, element);
            }
        }
        self.vars.insert(key, id);
        id
    }

    /// The variable of a declaration, when it was met before.
    pub fn known_var(&self, cursor: Cursor<'tu>) -> Option<VarId> {
        self.vars.get(&cursor.canonical()).copied()
    }

    pub fn add_var(
        &mut self,
        name: &str,
        kind: VarKind,
        ty: TypeInfo,
        owner: Option<FnId>,
    ) -> VarId {
        let id = VarId(self.module.vars.len() as u32);
        self.module.vars.push(Var {
            name: name.to_owned(),
            kind,
            ty,
            owner,
            linkage: Linkage::Internal,
            memory: None,
            span: None,
            anchor: None,
            returned: false,
            system: false,
        });
        id
    }

    /// The field that a declaration names; `None` for members of unions, which are all the same
    /// memory, and for what has no name.
    pub fn field(&mut self, decl: Cursor<'tu>) -> Option<FieldId> {
        let name = decl.spelling();
        let parent = decl.semantic_parent()?;
        if name.is_empty() || parent.kind() == CursorKind::UnionDecl {
            return None;
        }
        let name = format!("{}::{name}", qualified_name(parent));
        if let Some(id) = self.fields.get(&name) {
            return Some(*id);
        }
        let id = FieldId(self.module.fields.len() as u32);
        self.module.fields.push(name.clone());
        self.fields.insert(name, id);
        Some(id)
    }

    /// The place of a member of an object.
    pub fn member_place(&mut self, object: Place, decl: Cursor<'tu>) -> Place {
        match self.field(decl) {
            Some(field) => object.then(Proj::Field(field)),
            None => object,
        }
    }

    pub fn type_info(&mut self, ty: Type<'tu>) -> TypeInfo {
        let display = ty.spelling();
        if let Some(known) = self.types.get(&display) {
            return known.clone();
        }
        let canonical = ty.canonical();
        let mut info = TypeInfo::of(shape(canonical));
        info.size = canonical.size_of();
        info.is_const = canonical.is_const();
        let element = element_of(canonical);
        if let Some(record) = element.declaration().filter(|_| element.is_record()) {
            info.record = qualified_name(record);
            info.destructor = needs_destruction(element, 0);
        }
        info.display.clone_from(&display);
        self.types.insert(display, info.clone());
        info
    }

    /// Marks a function as one that unknown code may call.
    pub fn take_address(&mut self, id: FnId) {
        self.module.functions[id.0 as usize].address_taken = true;
    }

    /// A function as a value.
    pub fn function_value(&mut self, cursor: Cursor<'tu>) -> Operand {
        let id = self.function(cursor);
        self.take_address(id);
        Operand::Fn(id)
    }
}

pub(crate) fn is_function(kind: CursorKind) -> bool {
    matches!(
        kind,
        CursorKind::FunctionDecl
            | CursorKind::CXXMethod
            | CursorKind::Constructor
            | CursorKind::Destructor
            | CursorKind::ConversionFunction
    )
}

/// The macros that text may use which is left out.
fn macros(tu: &TranslationUnit, main_text: &[u8]) -> crate::left_out::Macros {
    let mut macros = crate::left_out::Macros::of(main_text);
    let children = tu.cursor().map(|root| root.children()).unwrap_or_default();
    for cursor in children {
        let name = cursor.spelling();
        let definition = cursor.kind() == CursorKind::MacroDefinition;
        if definition && !cursor.is_in_system_header() && !cursor.is_from_main_file() {
            macros.elsewhere.insert(name.clone());
        }
        macros.known.insert(name);
    }
    macros
}

/// Whether the language, or a library template, may call a function where no call of it is written.
fn runs_unnamed(decl: Cursor<'_>) -> bool {
    let attributes =
        || decl.children().into_iter().filter(|c| c.kind() == CursorKind::UnexposedAttr);
    matches!(
        decl.kind(),
        CursorKind::Constructor | CursorKind::Destructor | CursorKind::ConversionFunction
    ) || decl.is_virtual_method()
        || crate::user_code::is_found_by_type(decl)
            && !decl.semantic_parent().is_some_and(is_closure_class)
        || attributes().any(|a| a.tokens().iter().any(|t| t.spelling.contains("structor")))
}

fn is_body(cursor: Cursor<'_>) -> bool {
    matches!(cursor.kind(), CursorKind::CompoundStmt | CursorKind::CXXTryStmt)
}

pub(crate) fn is_closure_class(cursor: Cursor<'_>) -> bool {
    matches!(cursor.kind(), CursorKind::ClassDecl) && {
        let name = cursor.spelling();
        name.is_empty() || name.starts_with("(lambda")
    }
}

/// Qualified name without template arguments, inline namespaces and anonymous scopes.
pub(crate) fn qualified_name(cursor: Cursor<'_>) -> String {
    let mut parts = vec![plain_name(cursor)];
    let mut parent = cursor.semantic_parent();
    while let Some(scope) = parent {
        match scope.kind() {
            CursorKind::Namespace if scope.is_inline_namespace() || scope.is_anonymous() => {}
            CursorKind::Namespace
            | CursorKind::ClassDecl
            | CursorKind::StructDecl
            | CursorKind::UnionDecl
            | CursorKind::ClassTemplate
            | CursorKind::ClassTemplatePartialSpecialization => parts.push(plain_name(scope)),
            CursorKind::TranslationUnit => break,
            _ => {}
        }
        parent = scope.semantic_parent();
    }
    parts.reverse();
    parts.join("::")
}

/// A name without the template arguments that clang adds to constructors and destructors.
fn plain_name(cursor: Cursor<'_>) -> String {
    let name = cursor.spelling();
    match name.find('<') {
        Some(at) if at > 0 && !name.starts_with("operator") && !name.starts_with('(') => {
            name[..at].to_owned()
        }
        _ => name,
    }
}

fn display_name(cursor: Cursor<'_>) -> String {
    let name = cursor.display_name();
    match cursor.semantic_parent().filter(|p| p.kind() != CursorKind::TranslationUnit) {
        Some(parent) if !parent.spelling().is_empty() => format!("{}::{name}", parent.spelling()),
        _ => name,
    }
}

fn linkage(cursor: Cursor<'_>) -> Linkage {
    match cursor.linkage() {
        Some(clang_ast::Linkage::External) => Linkage::External,
        Some(_) => Linkage::Internal,
        None => Linkage::External,
    }
}

fn space(decl: Cursor<'_>, first: Cursor<'_>) -> Space {
    let has = |kind| decl.has_attr(kind) || first.has_attr(kind);
    match (has(CursorKind::CUDAGlobalAttr), has(CursorKind::CUDADeviceAttr)) {
        (true, _) => Space::Kernel,
        (_, true) if has(CursorKind::CUDAHostAttr) => Space::Both,
        (_, true) => Space::Device,
        _ => Space::Host,
    }
}

fn device_memory(cursor: Cursor<'_>) -> Option<DeviceMemory> {
    let attributes = cursor.children();
    // `__managed__` is an attribute beside that of device variables.
    if attributes.iter().any(|attribute| is_managed(*attribute)) {
        return Some(DeviceMemory::Managed);
    }
    attributes.iter().find_map(|attribute| match attribute.kind() {
        CursorKind::CUDASharedAttr => Some(DeviceMemory::Shared),
        CursorKind::CUDAConstantAttr => Some(DeviceMemory::Constant),
        CursorKind::CUDADeviceAttr => Some(DeviceMemory::Device),
        _ => None,
    })
}

fn is_managed(attribute: Cursor<'_>) -> bool {
    let managed = |text: &str| text.contains("managed");
    match attribute.kind() {
        CursorKind::AnnotateAttr => managed(&attribute.spelling()),
        CursorKind::UnexposedAttr => attribute.tokens().iter().any(|t| managed(&t.spelling)),
        _ => false,
    }
}

fn is_c_linkage(decl: Cursor<'_>) -> bool {
    // C names are not mangled; a linkage specification may say "C++", and libclang hides most of them.
    decl.kind() == CursorKind::FunctionDecl && !decl.mangled_name().starts_with("_Z")
}

fn in_template_instance(decl: Cursor<'_>) -> bool {
    let mut parent = decl.semantic_parent();
    while let Some(cursor) = parent {
        if cursor.specialized_template().is_some() {
            return true;
        }
        parent = cursor.semantic_parent();
    }
    false
}

pub(crate) fn shape(ty: Type<'_>) -> TypeShape {
    match ty.kind() {
        TypeKind::Pointer => TypeShape::Pointer,
        TypeKind::LValueReference | TypeKind::RValueReference => TypeShape::Reference,
        TypeKind::Record => TypeShape::Record,
        TypeKind::FunctionProto | TypeKind::FunctionNoProto => TypeShape::Function,
        TypeKind::MemberPointer
        | TypeKind::Invalid
        | TypeKind::Unexposed
        | TypeKind::Overload
        | TypeKind::Dependent
        | TypeKind::Other(_) => TypeShape::Other,
        // An integer of pointer width may carry an address.
        _ if ty.is_array() => TypeShape::Array,
        _ => TypeShape::Scalar,
    }
}

/// The members of a class; for an instance of a template, which libclang shows without members,
/// those of the template.
pub(crate) fn members(record: Cursor<'_>) -> Vec<Cursor<'_>> {
    let own = record.children();
    if !own.is_empty() {
        return own;
    }
    // A member template of an instance leads to the one in the template around it.
    let mut from = record.specialized_template();
    while let Some(template) = from {
        let mut found = template.definition().unwrap_or(template).children();
        found.retain(|c| !is_template_parameter(c.kind()));
        if !found.is_empty() {
            return found;
        }
        from = template.specialized_template();
    }
    Vec::new()
}

fn is_template_parameter(kind: CursorKind) -> bool {
    matches!(
        kind,
        CursorKind::TemplateTypeParameter
            | CursorKind::NonTypeTemplateParameter
            | CursorKind::TemplateTemplateParameter
    )
}

/// Whether a class is an instance of a template whose members libclang does not show.
pub(crate) fn is_hidden_instance(record: Cursor<'_>) -> bool {
    record.specialized_template().is_some() && record.children().is_empty()
}

/// Deeper nesting of objects is treated as code that is hidden.
pub(crate) const MAX_DEPTH: u32 = 8;

/// The class of a type: its definition, where there is one.
pub(crate) fn class_of(ty: Type<'_>) -> Option<Cursor<'_>> {
    ty.declaration().map(|d| d.definition().unwrap_or(d))
}

/// The type of the elements of an array, of however many dimensions; the type itself otherwise.
pub(crate) fn element_of(mut ty: Type<'_>) -> Type<'_> {
    while let Some(element) = ty.element_type().filter(|_| ty.is_array()) {
        ty = element.canonical();
    }
    ty
}

/// Whether an object of the type does something when its life ends.
pub(crate) fn needs_destruction(ty: Type<'_>, depth: u32) -> bool {
    let Some(record) = class_of(ty) else {
        return false;
    };
    if depth > MAX_DEPTH || is_hidden_instance(record) && members(record).is_empty() {
        return true;
    }
    let of_type = |cursor: Cursor<'_>| {
        cursor.ty().is_some_and(|t| {
            let canonical = t.canonical();
            // A dependent type may be anything.
            match canonical.is_record() {
                true => needs_destruction(canonical, depth + 1),
                false => matches!(canonical.kind(), TypeKind::Unexposed | TypeKind::Dependent),
            }
        })
    };
    members(record).into_iter().any(|child| match child.kind() {
        CursorKind::Destructor => !child.is_defaulted(),
        CursorKind::CXXBaseSpecifier => of_type(child),
        _ => false,
    }) || ty.fields().into_iter().any(of_type)
}

/// Storage class of a local: `static` and `extern` ones outlive the function.
pub(crate) fn is_static_local(cursor: Cursor<'_>) -> bool {
    matches!(cursor.storage_class(), Some(StorageClass::Static | StorageClass::Extern))
        || cursor.has_global_storage()
}

/// Adds what the device pass of the same file shows: bodies of kernels and device functions under
/// `#if __CUDA_ARCH__` differ there. Each function then does what either body does.
pub fn unite_device_code(module: &mut Module, device: &TranslationUnit, text: &[u8]) {
    crate::unite::unite(module, lower_unit(device, text));
}

/// Whether a library template is instantiated over a library class that owns memory.
fn has_owning_elements(decl: Cursor<'_>) -> bool {
    let parameters = decl.ty().and_then(Type::argument_types).unwrap_or_default();
    let owner = decl.semantic_parent().and_then(Cursor::ty);
    let types = owner.into_iter().chain(decl.result_type()).chain(parameters);
    if types.into_iter().any(|ty| refers_elsewhere(ty, 0)) {
        return true;
    }
    let owns = |ty: Type<'_>| {
        let ty = ty.non_reference().canonical();
        let name = ty.declaration().map(qualified_name);
        // Every container names its allocator, which owns nothing itself.
        ty.is_record() && needs_destruction(ty, 0) && name.is_none_or(|n| n != "std::allocator")
    };
    let of_function = decl.template_arguments().into_iter().any(|argument| match argument {
        clang_ast::TemplateArgument::Type(ty) => owns(ty),
        _ => false,
    });
    let class = decl.semantic_parent().and_then(Cursor::ty);
    of_function
        || class.is_some_and(|class| {
            let count = class.num_template_arguments().unwrap_or(0);
            (0..count).filter_map(|index| class.template_argument(index)).any(owns)
        })
}

/// Whether objects of a library class have references in them, as `tuple<int &>` has.
pub(crate) fn refers_elsewhere(ty: Type<'_>, depth: u32) -> bool {
    let ty = ty.non_reference().canonical();
    let library = class_of(ty).filter(|class| ty.is_record() && class.is_in_system_header());
    let Some(class) = library else { return false };
    let holder = ["std::pair", "std::tuple"].contains(&qualified_name(class).as_str());
    let count = ty.num_template_arguments().unwrap_or(0);
    depth <= MAX_DEPTH
        && (0..count).filter_map(|index| ty.template_argument(index)).any(|argument| {
            holder && argument.is_reference() || refers_elsewhere(argument, depth + 1)
        })
}
