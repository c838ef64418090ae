//! The kinds of cursors and types, as Rust enums.

use clang_sys::*;

/// Declares an enum of the named libclang constants, with `Other` for the rest.
macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $value:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("libclang's `", stringify!($value), "`.")] $variant,)*
            /// A kind that has no name here, with libclang's number.
            Other(i32),
        }

        impl $name {
            /// The kind with libclang's number `raw`.
            pub(crate) fn from_raw(raw: i32) -> $name {
                match raw {
                    $($value => $name::$variant,)*
                    other => $name::Other(other),
                }
            }

            /// libclang's number for the kind.
            #[allow(dead_code)]
            pub(crate) fn raw(self) -> i32 {
                match self {
                    $($name::$variant => $value,)*
                    $name::Other(raw) => raw,
                }
            }
        }
    };
}

kinds! {
    /// What a cursor is. Names are libclang's; see `clang-c/Index.h`. Objective-C, OpenMP and OpenACC kinds are `Other`.
    CursorKind {
        UnexposedDecl = CXCursor_UnexposedDecl,
        StructDecl = CXCursor_StructDecl,
        UnionDecl = CXCursor_UnionDecl,
        ClassDecl = CXCursor_ClassDecl,
        EnumDecl = CXCursor_EnumDecl,
        FieldDecl = CXCursor_FieldDecl,
        EnumConstantDecl = CXCursor_EnumConstantDecl,
        FunctionDecl = CXCursor_FunctionDecl,
        VarDecl = CXCursor_VarDecl,
        ParmDecl = CXCursor_ParmDecl,
        TypedefDecl = CXCursor_TypedefDecl,
        CXXMethod = CXCursor_CXXMethod,
        Namespace = CXCursor_Namespace,
        LinkageSpec = CXCursor_LinkageSpec,
        Constructor = CXCursor_Constructor,
        Destructor = CXCursor_Destructor,
        ConversionFunction = CXCursor_ConversionFunction,
        TemplateTypeParameter = CXCursor_TemplateTypeParameter,
        NonTypeTemplateParameter = CXCursor_NonTypeTemplateParameter,
        TemplateTemplateParameter = CXCursor_TemplateTemplateParameter,
        FunctionTemplate = CXCursor_FunctionTemplate,
        ClassTemplate = CXCursor_ClassTemplate,
        ClassTemplatePartialSpecialization = CXCursor_ClassTemplatePartialSpecialization,
        NamespaceAlias = CXCursor_NamespaceAlias,
        UsingDirective = CXCursor_UsingDirective,
        UsingDeclaration = CXCursor_UsingDeclaration,
        TypeAliasDecl = CXCursor_TypeAliasDecl,
        CXXAccessSpecifier = CXCursor_CXXAccessSpecifier,
        TypeRef = CXCursor_TypeRef,
        CXXBaseSpecifier = CXCursor_CXXBaseSpecifier,
        TemplateRef = CXCursor_TemplateRef,
        NamespaceRef = CXCursor_NamespaceRef,
        MemberRef = CXCursor_MemberRef,
        LabelRef = CXCursor_LabelRef,
        OverloadedDeclRef = CXCursor_OverloadedDeclRef,
        VariableRef = CXCursor_VariableRef,
        InvalidFile = CXCursor_InvalidFile,
        NoDeclFound = CXCursor_NoDeclFound,
        NotImplemented = CXCursor_NotImplemented,
        InvalidCode = CXCursor_InvalidCode,
        UnexposedExpr = CXCursor_UnexposedExpr,
        DeclRefExpr = CXCursor_DeclRefExpr,
        MemberRefExpr = CXCursor_MemberRefExpr,
        CallExpr = CXCursor_CallExpr,
        IntegerLiteral = CXCursor_IntegerLiteral,
        FloatingLiteral = CXCursor_FloatingLiteral,
        ImaginaryLiteral = CXCursor_ImaginaryLiteral,
        StringLiteral = CXCursor_StringLiteral,
        CharacterLiteral = CXCursor_CharacterLiteral,
        ParenExpr = CXCursor_ParenExpr,
        UnaryOperator = CXCursor_UnaryOperator,
        ArraySubscriptExpr = CXCursor_ArraySubscriptExpr,
        BinaryOperator = CXCursor_BinaryOperator,
        CompoundAssignOperator = CXCursor_CompoundAssignOperator,
        ConditionalOperator = CXCursor_ConditionalOperator,
        CStyleCastExpr = CXCursor_CStyleCastExpr,
        CompoundLiteralExpr = CXCursor_CompoundLiteralExpr,
        InitListExpr = CXCursor_InitListExpr,
        AddrLabelExpr = CXCursor_AddrLabelExpr,
        StmtExpr = CXCursor_StmtExpr,
        GenericSelectionExpr = CXCursor_GenericSelectionExpr,
        GNUNullExpr = CXCursor_GNUNullExpr,
        CXXStaticCastExpr = CXCursor_CXXStaticCastExpr,
        CXXDynamicCastExpr = CXCursor_CXXDynamicCastExpr,
        CXXReinterpretCastExpr = CXCursor_CXXReinterpretCastExpr,
        CXXConstCastExpr = CXCursor_CXXConstCastExpr,
        CXXFunctionalCastExpr = CXCursor_CXXFunctionalCastExpr,
        CXXTypeidExpr = CXCursor_CXXTypeidExpr,
        CXXBoolLiteralExpr = CXCursor_CXXBoolLiteralExpr,
        CXXNullPtrLiteralExpr = CXCursor_CXXNullPtrLiteralExpr,
        CXXThisExpr = CXCursor_CXXThisExpr,
        CXXThrowExpr = CXCursor_CXXThrowExpr,
        CXXNewExpr = CXCursor_CXXNewExpr,
        CXXDeleteExpr = CXCursor_CXXDeleteExpr,
        UnaryExpr = CXCursor_UnaryExpr,
        PackExpansionExpr = CXCursor_PackExpansionExpr,
        SizeOfPackExpr = CXCursor_SizeOfPackExpr,
        LambdaExpr = CXCursor_LambdaExpr,
        ArraySectionExpr = CXCursor_ArraySectionExpr,
        CXXAddrspaceCastExpr = CXCursor_CXXAddrspaceCastExpr,
        ConceptSpecializationExpr = CXCursor_ConceptSpecializationExpr,
        RequiresExpr = CXCursor_RequiresExpr,
        CXXParenListInitExpr = CXCursor_CXXParenListInitExpr,
        PackIndexingExpr = CXCursor_PackIndexingExpr,
        UnexposedStmt = CXCursor_UnexposedStmt,
        LabelStmt = CXCursor_LabelStmt,
        CompoundStmt = CXCursor_CompoundStmt,
        CaseStmt = CXCursor_CaseStmt,
        DefaultStmt = CXCursor_DefaultStmt,
        IfStmt = CXCursor_IfStmt,
        SwitchStmt = CXCursor_SwitchStmt,
        WhileStmt = CXCursor_WhileStmt,
        DoStmt = CXCursor_DoStmt,
        ForStmt = CXCursor_ForStmt,
        GotoStmt = CXCursor_GotoStmt,
        IndirectGotoStmt = CXCursor_IndirectGotoStmt,
        ContinueStmt = CXCursor_ContinueStmt,
        BreakStmt = CXCursor_BreakStmt,
        ReturnStmt = CXCursor_ReturnStmt,
        AsmStmt = CXCursor_AsmStmt,
        CXXCatchStmt = CXCursor_CXXCatchStmt,
        CXXTryStmt = CXCursor_CXXTryStmt,
        CXXForRangeStmt = CXCursor_CXXForRangeStmt,
        NullStmt = CXCursor_NullStmt,
        DeclStmt = CXCursor_DeclStmt,
        BuiltinBitCastExpr = CXCursor_BuiltinBitCastExpr,
        TranslationUnit = CXCursor_TranslationUnit,
        UnexposedAttr = CXCursor_UnexposedAttr,
        CXXFinalAttr = CXCursor_CXXFinalAttr,
        CXXOverrideAttr = CXCursor_CXXOverrideAttr,
        AnnotateAttr = CXCursor_AnnotateAttr,
        AsmLabelAttr = CXCursor_AsmLabelAttr,
        PackedAttr = CXCursor_PackedAttr,
        PureAttr = CXCursor_PureAttr,
        ConstAttr = CXCursor_ConstAttr,
        NoDuplicateAttr = CXCursor_NoDuplicateAttr,
        CUDAConstantAttr = CXCursor_CUDAConstantAttr,
        CUDADeviceAttr = CXCursor_CUDADeviceAttr,
        CUDAGlobalAttr = CXCursor_CUDAGlobalAttr,
        CUDAHostAttr = CXCursor_CUDAHostAttr,
        CUDASharedAttr = CXCursor_CUDASharedAttr,
        VisibilityAttr = CXCursor_VisibilityAttr,
        FlagEnum = CXCursor_FlagEnum,
        ConvergentAttr = CXCursor_ConvergentAttr,
        WarnUnusedAttr = CXCursor_WarnUnusedAttr,
        WarnUnusedResultAttr = CXCursor_WarnUnusedResultAttr,
        AlignedAttr = CXCursor_AlignedAttr,
        PreprocessingDirective = CXCursor_PreprocessingDirective,
        MacroDefinition = CXCursor_MacroDefinition,
        MacroExpansion = CXCursor_MacroExpansion,
        InclusionDirective = CXCursor_InclusionDirective,
        TypeAliasTemplateDecl = CXCursor_TypeAliasTemplateDecl,
        StaticAssert = CXCursor_StaticAssert,
        FriendDecl = CXCursor_FriendDecl,
        ConceptDecl = CXCursor_ConceptDecl,
        OverloadCandidate = CXCursor_OverloadCandidate,
    }
}

kinds! {
    /// What a type is. Names are libclang's; see `clang-c/Index.h`.
    TypeKind {
        Invalid = CXType_Invalid,
        Unexposed = CXType_Unexposed,
        Void = CXType_Void,
        Bool = CXType_Bool,
        CharU = CXType_Char_U,
        UChar = CXType_UChar,
        Char16 = CXType_Char16,
        Char32 = CXType_Char32,
        UShort = CXType_UShort,
        UInt = CXType_UInt,
        ULong = CXType_ULong,
        ULongLong = CXType_ULongLong,
        UInt128 = CXType_UInt128,
        CharS = CXType_Char_S,
        SChar = CXType_SChar,
        WChar = CXType_WChar,
        Short = CXType_Short,
        Int = CXType_Int,
        Long = CXType_Long,
        LongLong = CXType_LongLong,
        Int128 = CXType_Int128,
        Float = CXType_Float,
        Double = CXType_Double,
        LongDouble = CXType_LongDouble,
        NullPtr = CXType_NullPtr,
        Overload = CXType_Overload,
        Dependent = CXType_Dependent,
        Float128 = CXType_Float128,
        Half = CXType_Half,
        Float16 = CXType_Float16,
        BFloat16 = CXType_BFloat16,
        Ibm128 = CXType_Ibm128,
        Complex = CXType_Complex,
        Pointer = CXType_Pointer,
        LValueReference = CXType_LValueReference,
        RValueReference = CXType_RValueReference,
        Record = CXType_Record,
        Enum = CXType_Enum,
        Typedef = CXType_Typedef,
        FunctionNoProto = CXType_FunctionNoProto,
        FunctionProto = CXType_FunctionProto,
        ConstantArray = CXType_ConstantArray,
        Vector = CXType_Vector,
        IncompleteArray = CXType_IncompleteArray,
        VariableArray = CXType_VariableArray,
        DependentSizedArray = CXType_DependentSizedArray,
        MemberPointer = CXType_MemberPointer,
        Auto = CXType_Auto,
        Elaborated = CXType_Elaborated,
        Attributed = CXType_Attributed,
        ExtVector = CXType_ExtVector,
        Atomic = CXType_Atomic,
    }
}

impl CursorKind {
    /// A declaration of a function, method, constructor, destructor or conversion, templates included.
    pub fn is_function(self) -> bool {
        use CursorKind::*;
        matches!(
            self,
            FunctionDecl
                | CXXMethod
                | Constructor
                | Destructor
                | ConversionFunction
                | FunctionTemplate
        )
    }

    /// A declaration (libclang's `clang_isDeclaration`).
    pub fn is_declaration(self) -> bool {
        use CursorKind::*;
        matches!(
            self,
            UnexposedDecl
                | StructDecl
                | UnionDecl
                | ClassDecl
                | EnumDecl
                | FieldDecl
                | EnumConstantDecl
                | FunctionDecl
                | VarDecl
                | ParmDecl
                | TypedefDecl
                | CXXMethod
                | Namespace
                | LinkageSpec
                | Constructor
                | Destructor
                | ConversionFunction
                | TemplateTypeParameter
                | NonTypeTemplateParameter
                | TemplateTemplateParameter
                | FunctionTemplate
                | ClassTemplate
                | ClassTemplatePartialSpecialization
                | NamespaceAlias
                | UsingDirective
                | UsingDeclaration
                | TypeAliasDecl
                | CXXAccessSpecifier
                | TypeAliasTemplateDecl
                | StaticAssert
                | FriendDecl
                | ConceptDecl
        )
    }

    /// A record: `struct`, `class` or `union`, templates included.
    pub fn is_record(self) -> bool {
        use CursorKind::*;
        matches!(
            self,
            StructDecl | ClassDecl | UnionDecl | ClassTemplate | ClassTemplatePartialSpecialization
        )
    }

    /// An expression.
    pub fn is_expression(self) -> bool {
        (100..200).contains(&self.raw()) || self == CursorKind::BuiltinBitCastExpr
    }

    /// A statement that is no expression, OpenMP directives included.
    pub fn is_statement(self) -> bool {
        (200..350).contains(&self.raw()) && self != CursorKind::BuiltinBitCastExpr
    }

    /// A reference to a declaration, such as the `TypeRef` below a variable.
    pub fn is_reference(self) -> bool {
        (40..=50).contains(&self.raw())
    }

    /// An attribute.
    pub fn is_attribute(self) -> bool {
        (400..500).contains(&self.raw())
    }

    /// A macro definition, expansion, or other work of the preprocessor.
    pub fn is_preprocessing(self) -> bool {
        (500..600).contains(&self.raw())
    }

    /// An OpenMP directive.
    pub fn is_openmp_directive(self) -> bool {
        matches!(self.raw(), 232..=246 | 248..=279 | 281..=319)
    }
}
