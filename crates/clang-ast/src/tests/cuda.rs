//! What launches and kernels look like.

use super::*;

#[test]
fn a_launch_is_a_call_whose_second_child_is_the_configuration() {
    let unit = parse_cuda(
        "__global__ void k(float *x, int n);
         void host(float *x) { k<<<dim3(1, 2), 256>>>(x, 4); }",
    );
    let host = function(&unit, "host");
    assert_tree(
        first(host, CursorKind::CallExpr),
        "
        UnexposedExpr k : void (*)(float *, int)
          DeclRefExpr k : void (float *, int)
        CallExpr __cudaPushCallConfiguration : int
          UnexposedExpr __cudaPushCallConfiguration : int (*)(dim3, dim3, size_t, void *)
            DeclRefExpr __cudaPushCallConfiguration : int (dim3, dim3, size_t, void *)
          CallExpr dim3 : dim3
            TypeRef struct dim3
            UnexposedExpr : unsigned int
              IntegerLiteral : int
            UnexposedExpr : unsigned int
              IntegerLiteral : int
            UnexposedExpr : unsigned int
          UnexposedExpr dim3 : dim3
            CallExpr dim3 : dim3
              UnexposedExpr : unsigned int
                IntegerLiteral : int
              UnexposedExpr : unsigned int
              UnexposedExpr : unsigned int
          UnexposedExpr : size_t
          UnexposedExpr : void *
        UnexposedExpr x : float *
          DeclRefExpr x : float *
        IntegerLiteral : int
        ",
    );
}

#[test]
fn the_configuration_is_no_argument() {
    let unit = parse_cuda(
        "__global__ void k(float *x, int n);
         void host(float *x, void *s) { k<<<1, 2, 16, s>>>(x, 4); }",
    );
    let launch = first(function(&unit, "host"), CursorKind::CallExpr);
    assert_eq!(launch.num_arguments(), Some(2));
    assert_eq!(launch.arguments().len(), 2);
    assert_eq!(text(&unit, launch.span()), "k<<<1, 2, 16, s>>>(x, 4)");
    assert_eq!(text(&unit, launch.name_span()), "k");
    let configuration = launch.launch_configuration().expect("a launch has a configuration");
    let written: Vec<String> =
        configuration.arguments().iter().map(|argument| text(&unit, argument.span())).collect();
    assert_eq!(written, ["1", "2", "16", "s"]);
    assert!(launch.referenced().is_some_and(|kernel| kernel.has_attr(CursorKind::CUDAGlobalAttr)));
    assert_eq!(configuration.launch_configuration(), None);
}

#[test]
fn default_arguments_of_the_configuration_have_no_place() {
    let unit = parse_cuda("__global__ void k(); void host() { k<<<1, 2>>>(); }");
    let launch = first(function(&unit, "host"), CursorKind::CallExpr);
    let arguments = launch.launch_configuration().expect("a configuration").arguments();
    assert_eq!(arguments.len(), 4);
    assert_eq!(arguments[2].span(), None);
    assert_eq!(arguments[3].children(), []);
}

#[test]
fn a_launch_of_a_template_refers_to_the_instance_with_its_body() {
    let unit = parse_cuda(
        "template <typename T, int N> __global__ void k(T *x) { x[0] = N; }
         void host(float *x) { k<float, 7><<<1, 2>>>(x); }",
    );
    let kernel =
        first(function(&unit, "host"), CursorKind::CallExpr).referenced().expect("the instance");
    assert_eq!(kernel.kind(), CursorKind::FunctionDecl);
    assert!(kernel.is_definition());
    assert!(kernel.has_attr(CursorKind::CUDAGlobalAttr));
    let template = kernel.specialized_template().expect("its template");
    assert_eq!(template.kind(), CursorKind::FunctionTemplate);
    assert_eq!(template.template_kind(), Some(CursorKind::FunctionDecl));
    let arguments = kernel.template_arguments();
    assert_eq!(arguments[1], TemplateArgument::Integral(7));
    assert!(matches!(arguments[0], TemplateArgument::Type(ty) if ty.kind() == TypeKind::Float));
    assert_tree(
        kernel,
        "
        CUDAGlobalAttr
        ParmDecl x
        CompoundStmt
          BinaryOperator = Assign : float
            ArraySubscriptExpr : float
              UnexposedExpr x : float *
                DeclRefExpr x : float *
              IntegerLiteral : int
            UnexposedExpr : float
              DeclRefExpr : int
                IntegerLiteral : int
        ",
    );
}

#[test]
fn launches_in_templates_are_dependent_until_instantiated() {
    let unit = parse_cuda(
        "template <typename T> __global__ void k(T *x) { x[0] = 1; }
         template <typename T> void run(T *x) { k<T><<<1, 2>>>(x); }
         void host(float *x) { run(x); }",
    );
    let pattern = first(function(&unit, "run"), CursorKind::CallExpr);
    assert_eq!(pattern.referenced(), None, "a pattern names candidates only");
    assert!(pattern.launch_configuration().is_some());
    let run =
        first(function(&unit, "host"), CursorKind::CallExpr).referenced().expect("run<float>");
    let kernel = first(run, CursorKind::CallExpr).referenced().expect("k<float>");
    assert_eq!(kernel.display_name(), "k<>(float *)");
}

#[test]
fn a_device_lambda_reaches_the_kernel_as_an_argument_of_its_own_type() {
    let unit = parse_cuda(
        "template <typename F> __global__ void apply(F f) { f(1); }
         void host() { int c = 0; apply<<<1, 1>>>([=] __device__ (int i) { (void)(c + i); }); }",
    );
    let launch = first(function(&unit, "host"), CursorKind::CallExpr);
    let kernel = launch.referenced().expect("the instance");
    let call = first(kernel, CursorKind::CallExpr);
    assert_eq!(call.spelling(), "operator()");
    let method = call.referenced().expect("the lambda's operator()");
    assert!(method.has_attr(CursorKind::CUDADeviceAttr));
    assert_tree(
        method,
        "
        CUDADeviceAttr
        ParmDecl i
        CompoundStmt
          CStyleCastExpr : void
            ParenExpr : int
              BinaryOperator + Add : int
                UnexposedExpr c : int
                  DeclRefExpr c : const int
                UnexposedExpr i : int
                  DeclRefExpr i : int
        ",
    );
}

#[test]
fn memory_spaces_are_attributes() {
    let unit = parse_cuda(
        "__device__ int d; __attribute__((constant)) int table;
         __global__ void k() { __attribute__((shared)) int s[4]; s[0] = d; }",
    );
    assert!(declaration(&unit, "d").has_attr(CursorKind::CUDADeviceAttr));
    assert!(declaration(&unit, "table").has_attr(CursorKind::CUDAConstantAttr));
    let shared = declaration(&unit, "s");
    assert!(shared.has_attr(CursorKind::CUDASharedAttr));
    assert!(shared.has_global_storage(), "shared variables are static ones to clang");
}
