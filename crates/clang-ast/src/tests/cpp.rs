//! What statements, calls, classes, lambdas and templates look like.

use super::*;

const S: &str = "
struct S {
    int v;
    S(int a = 3) : v(a) {}
    S(const S &) = default;
    S &operator=(const S &) = default;
    ~S() {}
    S operator+(const S &o) const { return S(v + o.v); }
    int operator()(int i) { return i; }
    operator bool() const { return v; }
    virtual void vm(int a, int b = 2);
    static void sm();
};
S make();
void take(S);
int f(int x, int y = 7);
";

/// The tree of the only statement of a function's body.
fn assert_statement(statement: &str, expected: &str) {
    let unit = parse_cpp(&format!("{S}void t(S a, S b, S *p, int n) {{ {statement} }}"));
    assert_tree(first(function(&unit, "t"), CursorKind::CompoundStmt), expected);
}

#[test]
fn default_arguments_are_empty_expressions() {
    assert_statement(
        "f(1);",
        "
        CallExpr f : int
          UnexposedExpr f : int (*)(int, int)
            DeclRefExpr f : int (int, int)
          IntegerLiteral : int
          UnexposedExpr : int
        ",
    );
}

#[test]
fn an_overloaded_operator_is_a_call_with_the_operator_as_second_child() {
    assert_statement(
        "a + b;",
        "
        UnexposedExpr : S
          UnexposedExpr : S
            CallExpr operator+ : S
              UnexposedExpr a : const S
                DeclRefExpr a : S
              UnexposedExpr operator+ : S (*)(const S &) const
                DeclRefExpr operator+ : S (const S &) const
              UnexposedExpr b : const S
                DeclRefExpr b : S
        ",
    );
    assert_statement(
        "a = b;",
        "
        CallExpr operator= : S
          DeclRefExpr a : S
          UnexposedExpr operator= : S &(*)(const S &) noexcept
            DeclRefExpr operator= : S &(const S &) noexcept
          UnexposedExpr b : const S
            DeclRefExpr b : S
        ",
    );
    assert_statement(
        "a(n);",
        "
        CallExpr operator() : int
          DeclRefExpr a : S
          UnexposedExpr operator() : int (*)(int)
            DeclRefExpr operator() : int (int)
          UnexposedExpr n : int
            DeclRefExpr n : int
        ",
    );
}

#[test]
fn arguments_of_an_operator_call_begin_with_the_object() {
    let unit = parse_cpp(&format!("{S}void t(S a, S b, S *p) {{ a + b; p->vm(1); }}"));
    let t = function(&unit, "t");
    let plus = first(t, CursorKind::CallExpr);
    assert_eq!(plus.arguments().len(), 2);
    assert_eq!(plus.referenced().map(Cursor::kind), Some(CursorKind::CXXMethod));
    let method = t.find(|node| node.spelling() == "vm" && node.kind() == CursorKind::CallExpr);
    let method = method.expect("the call of vm");
    assert_eq!(method.arguments().len(), 2, "the object is not among them, the default is");
    assert!(method.is_dynamic_call());
    assert!(!plus.is_dynamic_call());
}

#[test]
fn a_method_call_has_a_member_reference_first() {
    assert_statement(
        "p->vm(1); a.S::vm(2, 3); S::sm();",
        "
        CallExpr vm : void
          MemberRefExpr vm : <bound member function type>
            UnexposedExpr p : S *
              DeclRefExpr p : S *
          IntegerLiteral : int
          UnexposedExpr : int
        CallExpr vm : void
          MemberRefExpr vm : <bound member function type>
            DeclRefExpr a : S
            TypeRef struct S
          IntegerLiteral : int
          IntegerLiteral : int
        CallExpr sm : void
          UnexposedExpr sm : void (*)()
            DeclRefExpr sm : void ()
              TypeRef struct S
        ",
    );
}

#[test]
fn a_construction_is_a_call_without_a_callee_child() {
    assert_statement(
        "S d; S e(2); S g = b; take(a); S *q = new S(4); S(1);",
        "
        DeclStmt
          VarDecl d
            TypeRef struct S
            CallExpr S : S
              UnexposedExpr : int
        DeclStmt
          VarDecl e
            TypeRef struct S
            CallExpr S : S
              IntegerLiteral : int
        DeclStmt
          VarDecl g
            TypeRef struct S
            CallExpr S : S
              UnexposedExpr b : const S
                DeclRefExpr b : S
        UnexposedExpr : void
          CallExpr take : void
            UnexposedExpr take : void (*)(S)
              DeclRefExpr take : void (S)
            UnexposedExpr : S
              CallExpr S : S
                UnexposedExpr a : const S
                  DeclRefExpr a : S
        DeclStmt
          VarDecl q
            TypeRef struct S
            CXXNewExpr : S *
              TypeRef struct S
              CallExpr S : S
                IntegerLiteral : int
        UnexposedExpr : S
          CXXFunctionalCastExpr : S
            TypeRef struct S
            UnexposedExpr : S
              CallExpr S : S
                IntegerLiteral : int
        ",
    );
}

#[test]
fn conversions_are_calls_of_a_conversion_function() {
    assert_statement(
        "if (a) {}",
        "
        IfStmt
          UnexposedExpr operator bool : bool
            CallExpr operator bool : bool
              MemberRefExpr operator bool : <bound member function type>
                UnexposedExpr a : const S
                  DeclRefExpr a : S
          CompoundStmt
        ",
    );
}

#[test]
fn a_constructor_s_initialisers_are_pairs_before_its_body() {
    let unit = parse_cpp(&format!(
        "{S}struct D : S {{ int w = 5; int arr[2]; D() : S(1), arr{{1, 2}} {{}} }};"
    ));
    assert_tree(
        function(&unit, "D"),
        "
        TypeRef struct S
        CallExpr S : S
          IntegerLiteral : int
        MemberRef arr
        InitListExpr : int[2]
          IntegerLiteral : int
          IntegerLiteral : int
        CompoundStmt
        ",
    );
    assert_tree(declaration(&unit, "w"), "IntegerLiteral : int");
}

#[test]
fn statements_leave_out_absent_parts() {
    assert_statement(
        "for (;;) break; for (; n;) {} while (int u = n) --u; do ; while (n);",
        "
        ForStmt
          BreakStmt
        ForStmt
          UnexposedExpr n : bool
            UnexposedExpr n : int
              DeclRefExpr n : int
          CompoundStmt
        WhileStmt
          VarDecl u
            UnexposedExpr n : int
              DeclRefExpr n : int
          UnexposedExpr u : bool
            UnexposedExpr u : int
              DeclRefExpr u : int
          UnaryOperator PreDec : int
            DeclRefExpr u : int
        DoStmt
          NullStmt
          UnexposedExpr n : bool
            UnexposedExpr n : int
              DeclRefExpr n : int
        ",
    );
    assert_statement(
        "switch (n) { case 1: n++; break; case 2 ... 4: default: n--; }",
        "
        SwitchStmt
          UnexposedExpr n : int
            DeclRefExpr n : int
          CompoundStmt
            CaseStmt
              IntegerLiteral : int
              UnaryOperator PostInc : int
                DeclRefExpr n : int
            BreakStmt
            CaseStmt
              IntegerLiteral : int
              IntegerLiteral : int
              DefaultStmt
                UnaryOperator PostDec : int
                  DeclRefExpr n : int
        ",
    );
}

/// The texts of the parts of the first `for` in a function: init, variable, condition, increment, body.
fn for_parts(statement: &str) -> [String; 5] {
    let unit = parse_cpp(&format!("int g(int); void t(int n) {{ int i; {statement} }}"));
    let parts = first(function(&unit, "t"), CursorKind::ForStmt).for_parts().expect("the parts");
    [parts.init, parts.condition_variable, parts.condition, parts.increment, parts.body]
        .map(|part| part.map_or_else(String::new, |part| text(&unit, part.span())))
}

#[test]
fn parts_of_for_statements_are_told_apart() {
    assert_eq!(
        for_parts("for (int k = 0; k < n; ++k) g(k);"),
        ["int k = 0;", "", "k < n", "++k", "g(k)"]
    );
    assert_eq!(for_parts("for (;;) {}"), ["", "", "", "", "{}"]);
    assert_eq!(for_parts("for (i = 0;;) {}"), ["i = 0", "", "", "", "{}"]);
    assert_eq!(for_parts("for (; n;) {}"), ["", "", "n", "", "{}"]);
    assert_eq!(for_parts("for (;; n--) {}"), ["", "", "", "n--", "{}"]);
    assert_eq!(for_parts("for (i = g((1, 2)); i;) {}"), ["i = g((1, 2))", "", "i", "", "{}"]);
    assert_eq!(for_parts("for (; int v = n; --n) {}"), ["", "int v = n", "v", "--n", "{}"]);
    assert_eq!(
        for_parts("for (int k = 0; int v = n; --n) ;"),
        ["int k = 0;", "int v = n", "v", "--n", ";"]
    );
    assert_eq!(for_parts("for (i = [] { int q; return q; }();; n--) {}")[3], "n--");
}

/// The texts of the parts of the first `if` or `switch`: init, variable, condition, then, otherwise.
fn if_parts(statement: &str) -> [String; 5] {
    let unit = parse_cpp(&format!("int g(int); void t(int n) {{ int i; {statement} }}"));
    let statement = function(&unit, "t")
        .find(|node| matches!(node.kind(), CursorKind::IfStmt | CursorKind::SwitchStmt))
        .expect("the statement");
    let parts = statement.if_parts().expect("the parts");
    [parts.init, parts.condition_variable, parts.condition, parts.then, parts.otherwise]
        .map(|part| part.map_or_else(String::new, |part| text(&unit, part.span())))
}

#[test]
fn parts_of_if_statements_are_told_apart() {
    assert_eq!(if_parts("if (n) g(1);"), ["", "", "n", "g(1)", ""]);
    assert_eq!(if_parts("if (n) g(1); else g(2);"), ["", "", "n", "g(1)", "g(2)"]);
    assert_eq!(if_parts("if (i = 1; n) g(1);"), ["i = 1", "", "n", "g(1)", ""]);
    assert_eq!(if_parts("if (int k = 1; k) g(1);"), ["int k = 1;", "", "k", "g(1)", ""]);
    assert_eq!(if_parts("if (int k = n) g(1); else g(2);"), ["", "int k = n", "k", "g(1)", "g(2)"]);
    assert_eq!(if_parts("if (i = 1; int k = n) {}"), ["i = 1", "int k = n", "k", "{}", ""]);
}

#[test]
fn init_statements_of_switch_and_range_for_are_hidden() {
    let unit = parse(
        "test.cpp",
        "void t(int n) { int i; switch (i = 2; n) {} switch (n) { case 1:; }
         int a[2]; for (i = 3; int x : a) {} for (int x : a) {} }",
        &["-x", "c++", "-std=c++20"],
    );
    let mut hidden = Vec::new();
    function(&unit, "t").visit(|node, _| {
        hidden.extend(node.if_parts().map(|parts| parts.hidden_init));
        hidden.extend(node.for_range_parts().map(|parts| parts.hidden_init));
        Visit::Recurse
    });
    assert_eq!(hidden, [true, false, true, false]);
}

#[test]
fn a_range_for_shows_variable_range_and_body_only() {
    let unit = parse_cpp(
        "struct V { int a[4]; int *begin(); int *end(); };
         void t(V &v) { for (int &x : v) x++; }",
    );
    let statement = first(function(&unit, "t"), CursorKind::CXXForRangeStmt);
    assert_tree(
        statement,
        "
        VarDecl x
          UnaryOperator Deref : int
            UnexposedExpr __begin1 : int *
              DeclRefExpr __begin1 : int *
        DeclRefExpr v : V
        UnaryOperator PostInc : int
          DeclRefExpr x : int
        ",
    );
    let parts = statement.for_range_parts().expect("the parts");
    assert_eq!(parts.range.map(|range| text(&unit, range.span())).as_deref(), Some("v"));
    assert_eq!(parts.body.map(|body| text(&unit, body.span())).as_deref(), Some("x++"));
}

#[test]
fn a_lambda_shows_explicit_captures_then_initialisers_then_parameters_and_body() {
    let unit =
        parse_cpp("void t(int a, int b) { auto l = [a, &b, d = a + 1](int i) { return i; }; }");
    assert_tree(
        first(function(&unit, "t"), CursorKind::LambdaExpr),
        "
        VariableRef a
        VariableRef b
        VariableRef d
        DeclRefExpr a : int
        UnexposedExpr a : int
          DeclRefExpr a : int
        IntegerLiteral : int
        ParmDecl i
        CompoundStmt
          ReturnStmt
            UnexposedExpr i : int
              DeclRefExpr i : int
        ",
    );
}

#[test]
fn implicit_captures_by_copy_show_as_references_those_by_reference_not_at_all() {
    let unit =
        parse_cpp("void t(int a) { auto l = [=] { return a; }; auto m = [&] { return a; }; }");
    let t = function(&unit, "t");
    let mut lambdas = Vec::new();
    t.visit(|node, _| {
        if node.kind() == CursorKind::LambdaExpr {
            lambdas.push(node);
        }
        Visit::Recurse
    });
    let kinds = |lambda: Cursor<'_>| -> Vec<CursorKind> {
        lambda.children().into_iter().map(Cursor::kind).collect()
    };
    assert_eq!(kinds(lambdas[0]), [CursorKind::DeclRefExpr, CursorKind::CompoundStmt]);
    assert_eq!(kinds(lambdas[1]), [CursorKind::CompoundStmt]);
    // The closure's fields are complete, and without names; they stand where the variable is first used.
    let fields = |lambda: Cursor<'_>| -> Vec<String> {
        let ty = lambda.ty().expect("a closure type");
        ty.fields().iter().map(|field| field.ty().expect("a type").spelling()).collect()
    };
    assert_eq!(fields(lambdas[0]), ["int"]);
    assert_eq!(fields(lambdas[1]), ["int &"]);
}

#[test]
fn a_closure_s_class_has_its_operator_as_a_child() {
    let unit = parse_cpp("void t() { auto l = [](int i) { return i; }; l(1); auto g = [](auto x) { return x; }; g(2.0); }");
    let t = function(&unit, "t");
    let lambda = first(t, CursorKind::LambdaExpr);
    let class = lambda.ty().and_then(Type::declaration).expect("the closure's class");
    let operator = class.children()[0];
    assert_eq!(
        (operator.kind(), operator.spelling().as_str()),
        (CursorKind::CXXMethod, "operator()")
    );
    let mut called = Vec::new();
    t.visit(|node, _| {
        if node.kind() == CursorKind::CallExpr {
            called.extend(node.referenced());
        }
        Visit::Recurse
    });
    assert_eq!(called[0], operator);
    assert_eq!(called[1].display_name(), "operator()<>(double)", "an instance of the generic one");
    assert!(called[1].is_definition());
}

const TEMPLATE: &str = "
void sink(int);
template <class T> struct Base { T *b; };
template <class T> struct Buf : Base<T> {
    T *p;
    int n = 3;
    Buf(int k) : p(new T[k]) {}
    ~Buf() { delete[] p; }
    void up(int q) { sink(q); }
};
void go() { Buf<int> b(4); b.up(5); }
";

#[test]
fn an_instance_of_a_class_template_shows_fields_but_no_members() {
    let unit = parse_cpp(TEMPLATE);
    let ty = declaration(&unit, "b");
    let variable = function(&unit, "go").find(|node| node.kind() == CursorKind::VarDecl);
    assert_eq!(ty.kind(), CursorKind::FieldDecl);
    let ty = variable.and_then(Cursor::ty).expect("the type of b");
    let class = ty.declaration().expect("its class");
    assert_eq!(class.display_name(), "Buf<int>");
    assert_eq!(class.children(), [], "nothing of an instance is visited");
    assert_eq!(class.specialized_template().map(Cursor::kind), Some(CursorKind::ClassTemplate));
    let fields: Vec<String> = ty.fields().iter().map(|field| field.spelling()).collect();
    assert_eq!(fields, ["p", "n"], "and not those of its bases");
    assert_eq!(ty.size_of(), Some(24));
}

#[test]
fn methods_of_an_instance_are_reached_through_calls() {
    let unit = parse_cpp(TEMPLATE);
    let go = function(&unit, "go");
    let constructor = first(go, CursorKind::CallExpr).referenced().expect("the constructor");
    assert_tree(
        constructor,
        "
        ParmDecl k
        MemberRef p
        CXXNewExpr : int *
          UnexposedExpr k : unsigned long
            UnexposedExpr k : int
              DeclRefExpr k : int
        CompoundStmt
        ",
    );
    let up = go.find(|node| node.spelling() == "up").and_then(Cursor::referenced).expect("up");
    assert_eq!(up.semantic_parent().map(Cursor::display_name).as_deref(), Some("Buf<int>"));
    assert!(up.find(|node| node.spelling() == "sink").is_some());
}

#[test]
fn a_discarded_branch_of_if_constexpr_is_empty_in_the_instance() {
    let unit = parse_cpp(
        "template <class T> int g(T t) { if constexpr (sizeof(T) == 4) return 1; else return 2; }
         int a = g(1), b = g('c');",
    );
    let instance = |name: &str| -> Vec<CursorKind> {
        let call = first(declaration(&unit, name), CursorKind::CallExpr);
        let body = first(call.referenced().expect("g"), CursorKind::IfStmt);
        body.children().into_iter().map(Cursor::kind).collect()
    };
    use CursorKind::*;
    assert_eq!(instance("a"), [BinaryOperator, ReturnStmt, CompoundStmt]);
    assert_eq!(instance("b"), [BinaryOperator, CompoundStmt, ReturnStmt]);
}

#[test]
fn constants_are_evaluated() {
    let unit = parse_cpp(
        "enum E { A = 3, B }; constexpr int K = 5; int arr[K + B];
         unsigned long long big = ~0ull; const char *s = \"a\\x41\" \"b\"; double d = 1.5 * 2;",
    );
    assert_eq!(declaration(&unit, "K").evaluate_int(), Some(5));
    assert_eq!(declaration(&unit, "B").enum_value(), Some(4));
    assert_eq!(declaration(&unit, "arr").ty().and_then(Type::array_size), Some(9));
    let initializer = |name: &str| declaration(&unit, name).initializer().expect("an initialiser");
    assert_eq!(initializer("big").evaluate_int(), None, "does not fit");
    assert_eq!(initializer("s").evaluate_string().as_deref(), Some(&b"aAb"[..]));
    assert_eq!(initializer("d").evaluate_float(), Some(3.0));
}

#[test]
fn declarations_tell_linkage_and_storage() {
    let unit = parse_cpp(
        "static int s; namespace { int anon; } extern int ext; const int c = 1; int plain;
         static inline void si() noexcept {} inline void in() {} thread_local int tl;
         void t() { static int local; }",
    );
    let linkage = |name: &str| declaration(&unit, name).linkage();
    assert_eq!(linkage("s"), Some(Linkage::Internal));
    assert_eq!(linkage("anon"), Some(Linkage::Internal));
    assert_eq!(linkage("ext"), Some(Linkage::External));
    assert_eq!(linkage("c"), Some(Linkage::Internal));
    assert_eq!(linkage("local"), Some(Linkage::NoLinkage));
    assert_eq!(declaration(&unit, "s").storage_class(), Some(StorageClass::Static));
    assert_eq!(declaration(&unit, "ext").storage_class(), Some(StorageClass::Extern));
    assert!(declaration(&unit, "local").has_global_storage());
    assert!(declaration(&unit, "tl").is_thread_local());
    assert!(!declaration(&unit, "plain").is_thread_local());
    assert_eq!(declaration(&unit, "si").exception_spec(), Some(ExceptionSpec::NoThrow));
    assert_eq!(declaration(&unit, "t").exception_spec(), Some(ExceptionSpec::None));
    assert!(declaration(&unit, "in").is_inline_function());
}

#[test]
fn types_tell_their_structure() {
    let unit = parse_cpp(
        "using Al = const int *; Al a; int (*fptr)(int, float); int (&ar)[3] = *new int[1][3];
         struct R { int x : 3; mutable float y; union { int q; float r; }; } rec; char16_t c;",
    );
    let ty = |name: &str| declaration(&unit, name).ty().expect("a type");
    assert_eq!(ty("a").kind(), TypeKind::Elaborated);
    assert!(ty("a").is_pointer() && ty("a").canonical().pointee().is_some_and(Type::is_const));
    let pointee = ty("fptr").pointee().expect("a function type");
    assert_eq!(pointee.argument_types().map(|types| types.len()), Some(2));
    assert_eq!(pointee.result_type().map(Type::kind), Some(TypeKind::Int));
    assert!(ty("ar").is_reference() && ty("ar").non_reference().is_array());
    assert_eq!(ty("ar").non_reference().array_size(), Some(3));
    let fields = ty("rec").fields();
    assert_eq!(fields.len(), 3);
    assert_eq!(fields[1].field_offset(), Some(32), "in bits");
    assert!(fields[1].is_mutable() && !fields[0].is_mutable());
    assert!(fields[2].ty().and_then(Type::declaration).is_some_and(Cursor::is_anonymous_record));
    assert!(ty("c").is_integral());
    assert_eq!(ty("a"), ty("a"));
    assert_ne!(ty("a"), ty("fptr"));
}

#[test]
fn virtual_methods_know_what_they_override() {
    let unit = parse_cpp(
        "struct A { virtual void f() = 0; virtual ~A(); };
         struct D final : A { void f() override {} D(const D &); D(D &&); D &operator=(D &&); D(int); };",
    );
    let derived = function(&unit, "f");
    assert!(derived.is_virtual_method() && !derived.is_pure_virtual_method());
    assert_eq!(derived.overridden().len(), 1);
    assert!(derived.overridden()[0].is_pure_virtual_method());
    let class = declaration(&unit, "D");
    assert!(class.has_attr(CursorKind::CXXFinalAttr));
    assert_eq!(class.bases().len(), 1);
    let members = class.children();
    assert!(members.iter().any(|member| member.is_copy_constructor()));
    assert!(members.iter().any(|member| member.is_move_constructor()));
    assert!(members.iter().any(|member| member.is_move_assignment()));
    assert!(members.iter().any(|member| member.is_converting_constructor()));
}

#[test]
fn redeclarations_share_their_canonical_cursor() {
    let unit = parse_cpp("int f(int); int g() { return f(1); } int f(int x) { return x; }");
    let call = first(function(&unit, "g"), CursorKind::CallExpr);
    let declaration = call.referenced().expect("f");
    assert!(!declaration.is_definition());
    let definition =
        call.definition().or_else(|| declaration.definition()).expect("f's definition");
    assert!(definition.is_definition());
    assert_ne!(definition, declaration);
    assert_eq!(definition.canonical(), declaration.canonical());
    assert_eq!(definition.usr(), declaration.usr());
}

/// The type of what `probe` is given in a function with parameters that are declared as arrays and as a function.
fn probed(expression: &str) -> String {
    let unit = parse_cpp(&format!(
        "typedef int Four[4]; template<class T> void probe(T &&);
         int (&whole())[4]; int *same(int v[]) {{ return v; }}
         void t(int b[], const int m[][8], Four v, int g(int), int (&r)[4], int *p, int n) {{
             int own[4]; int *rows[2]; auto copy = b + n; auto &name = b; int **at = &b;
             probe({expression}); }}"
    ));
    let body = first(function(&unit, "t"), CursorKind::CompoundStmt);
    let call = body.children().into_iter().last().and_then(|stmt| {
        match stmt.kind() == CursorKind::CallExpr {
            true => Some(stmt),
            false => stmt.find(|c| c.kind() == CursorKind::CallExpr && c.spelling() == "probe"),
        }
    });
    let argument = call.expect("a call").arguments()[0];
    argument.ty().expect("a type").canonical().spelling()
}

#[test]
fn parameters_declared_as_arrays_are_pointers() {
    for expression in
        ["b", "(b)", "b + n", "n + b", "b = p", "b += n", "++b", "n ? b : p + 1", "(n, b)"]
    {
        assert_eq!(probed(expression), "int *", "{expression}");
    }
    for expression in ["copy", "name", "*at", "at[0]", "*&b", "v", "v + 1", "rows[1]", "same(b)"] {
        assert_eq!(probed(expression), "int *", "{expression}");
    }
    assert_eq!(probed("m"), "const int (*)[8]");
    assert_eq!(probed("g"), "int (*)(int)");
}

#[test]
fn other_arrays_stay_arrays() {
    for expression in ["own", "r", "(n, own)", "whole()"] {
        assert_eq!(probed(expression), "int[4]", "{expression}");
    }
    assert_eq!(probed("m[1]"), "const int[8]");
    assert_eq!(probed("*m"), "const int[8]");
    assert_eq!(probed("rows"), "int *[2]");
}

#[test]
fn types_of_functions_have_their_parameters_as_pointers() {
    let unit = parse_cpp("void t(int b[], const int m[][8], int g(int)) {}");
    let types = function(&unit, "t").ty().and_then(Type::argument_types).expect("parameters");
    let types: Vec<String> = types.into_iter().map(Type::spelling).collect();
    assert_eq!(types, ["int *", "const int (*)[8]", "int (*)(int)"]);
}
