//! The functions of libclang that we call, looked up once in the loaded library.
//!
//! clang-sys keeps its own table per thread and panics when a function is missing; this one is shared by all threads,
//! and what may be missing is an `Option`.

use clang_sys::*;

/// C's `size_t`.
#[allow(non_camel_case_types)]
type size_t = usize;
use std::os::raw::{c_char, c_double, c_int, c_longlong, c_uint, c_ulonglong};

/// Declares [`Api`] and its loader: `required` functions make loading fail when absent, `optional` ones are `None`.
macro_rules! api {
    (
        required { $(fn $required:ident($($rparam:ty),* $(,)?) $(-> $rret:ty)?;)* }
        optional { $(fn $optional:ident($($oparam:ty),* $(,)?) $(-> $oret:ty)?;)* }
    ) => {
        /// Pointers to libclang's functions, under their C names.
        #[allow(non_snake_case)]
        pub(crate) struct Api {
            $(pub $required: unsafe extern "C" fn($($rparam),*) $(-> $rret)?,)*
            $(pub $optional: Option<unsafe extern "C" fn($($oparam),*) $(-> $oret)?>,)*
        }

        impl Api {
            /// Looks every function up; the error is the name of the first required one that is missing.
            ///
            /// # Safety
            /// `library` is libclang (its functions have the C signatures of `clang-c/Index.h`), and stays loaded
            /// for as long as the table is used.
            pub unsafe fn load(library: &libloading::Library) -> Result<Api, &'static str> {
                Ok(Api {
                    $($required: *library
                        .get(concat!(stringify!($required), "\0").as_bytes())
                        .map_err(|_| stringify!($required))?,)*
                    $($optional: library
                        .get(concat!(stringify!($optional), "\0").as_bytes())
                        .ok()
                        .map(|symbol| *symbol),)*
                })
            }
        }
    };
}

api! {
    required {
        fn clang_getClangVersion() -> CXString;
        fn clang_getCString(CXString) -> *const c_char;
        fn clang_disposeString(CXString);

        fn clang_createIndex(c_int, c_int) -> CXIndex;
        fn clang_disposeIndex(CXIndex);
        fn clang_parseTranslationUnit2(
            CXIndex, *const c_char, *const *const c_char, c_int, *mut CXUnsavedFile, c_uint, CXTranslationUnit_Flags,
            *mut CXTranslationUnit,
        ) -> CXErrorCode;
        fn clang_reparseTranslationUnit(CXTranslationUnit, c_uint, *mut CXUnsavedFile, CXReparse_Flags) -> CXErrorCode;
        fn clang_saveTranslationUnit(CXTranslationUnit, *const c_char, c_uint) -> c_int;
        fn clang_disposeTranslationUnit(CXTranslationUnit);
        fn clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;

        fn clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
        fn clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
        fn clang_disposeDiagnostic(CXDiagnostic);
        fn clang_getDiagnosticSeverity(CXDiagnostic) -> CXDiagnosticSeverity;
        fn clang_getDiagnosticSpelling(CXDiagnostic) -> CXString;
        fn clang_getDiagnosticLocation(CXDiagnostic) -> CXSourceLocation;
        fn clang_getChildDiagnostics(CXDiagnostic) -> CXDiagnosticSet;
        fn clang_getNumDiagnosticsInSet(CXDiagnosticSet) -> c_uint;
        fn clang_getDiagnosticInSet(CXDiagnosticSet, c_uint) -> CXDiagnostic;

        fn clang_getFile(CXTranslationUnit, *const c_char) -> CXFile;
        fn clang_getFileName(CXFile) -> CXString;
        fn clang_getFileUniqueID(CXFile, *mut CXFileUniqueID) -> c_int;
        fn clang_getInclusions(CXTranslationUnit, CXInclusionVisitor, CXClientData);
        fn clang_getSkippedRanges(CXTranslationUnit, CXFile) -> *mut CXSourceRangeList;
        fn clang_disposeSourceRangeList(*mut CXSourceRangeList);

        fn clang_getExpansionLocation(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
        fn clang_getSpellingLocation(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
        fn clang_getFileLocation(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
        fn clang_getLocationForOffset(CXTranslationUnit, CXFile, c_uint) -> CXSourceLocation;
        fn clang_Location_isInSystemHeader(CXSourceLocation) -> c_int;
        fn clang_Location_isFromMainFile(CXSourceLocation) -> c_int;
        fn clang_getRange(CXSourceLocation, CXSourceLocation) -> CXSourceRange;
        fn clang_getRangeStart(CXSourceRange) -> CXSourceLocation;
        fn clang_getRangeEnd(CXSourceRange) -> CXSourceLocation;
        fn clang_tokenize(CXTranslationUnit, CXSourceRange, *mut *mut CXToken, *mut c_uint);
        fn clang_disposeTokens(CXTranslationUnit, *mut CXToken, c_uint);
        fn clang_getTokenKind(CXToken) -> CXTokenKind;
        fn clang_getTokenSpelling(CXTranslationUnit, CXToken) -> CXString;
        fn clang_getTokenLocation(CXTranslationUnit, CXToken) -> CXSourceLocation;

        fn clang_visitChildren(CXCursor, CXCursorVisitor, CXClientData) -> c_uint;
        fn clang_equalCursors(CXCursor, CXCursor) -> c_uint;
        fn clang_hashCursor(CXCursor) -> c_uint;
        fn clang_getCursor(CXTranslationUnit, CXSourceLocation) -> CXCursor;
        fn clang_getCursorSpelling(CXCursor) -> CXString;
        fn clang_getCursorDisplayName(CXCursor) -> CXString;
        fn clang_getCursorUSR(CXCursor) -> CXString;
        fn clang_getCursorLocation(CXCursor) -> CXSourceLocation;
        fn clang_getCursorExtent(CXCursor) -> CXSourceRange;
        fn clang_Cursor_getSpellingNameRange(CXCursor, c_uint, c_uint) -> CXSourceRange;
        fn clang_getCursorReferenced(CXCursor) -> CXCursor;
        fn clang_getCursorDefinition(CXCursor) -> CXCursor;
        fn clang_getCanonicalCursor(CXCursor) -> CXCursor;
        fn clang_getCursorSemanticParent(CXCursor) -> CXCursor;
        fn clang_getCursorLexicalParent(CXCursor) -> CXCursor;
        fn clang_getSpecializedCursorTemplate(CXCursor) -> CXCursor;
        fn clang_getTemplateCursorKind(CXCursor) -> CXCursorKind;
        fn clang_isCursorDefinition(CXCursor) -> c_uint;
        fn clang_getCursorType(CXCursor) -> CXType;
        fn clang_getCursorResultType(CXCursor) -> CXType;
        fn clang_getTypedefDeclUnderlyingType(CXCursor) -> CXType;
        fn clang_getEnumConstantDeclValue(CXCursor) -> c_longlong;
        fn clang_getCursorLinkage(CXCursor) -> CXLinkageKind;
        fn clang_getCXXAccessSpecifier(CXCursor) -> CX_CXXAccessSpecifier;
        fn clang_isVirtualBase(CXCursor) -> c_uint;
        fn clang_Cursor_getNumArguments(CXCursor) -> c_int;
        fn clang_Cursor_getArgument(CXCursor, c_uint) -> CXCursor;
        fn clang_Cursor_isDynamicCall(CXCursor) -> c_int;
        fn clang_Cursor_isVariadic(CXCursor) -> c_uint;
        fn clang_getNumOverloadedDecls(CXCursor) -> c_uint;
        fn clang_getOverloadedDecl(CXCursor, c_uint) -> CXCursor;
        fn clang_getOverriddenCursors(CXCursor, *mut *mut CXCursor, *mut c_uint);
        fn clang_disposeOverriddenCursors(*mut CXCursor);
        fn clang_CXXMethod_isStatic(CXCursor) -> c_uint;
        fn clang_CXXMethod_isVirtual(CXCursor) -> c_uint;
        fn clang_CXXMethod_isPureVirtual(CXCursor) -> c_uint;
        fn clang_CXXMethod_isConst(CXCursor) -> c_uint;
        fn clang_CXXMethod_isDefaulted(CXCursor) -> c_uint;

        fn clang_equalTypes(CXType, CXType) -> c_uint;
        fn clang_getTypeSpelling(CXType) -> CXString;
        fn clang_getCanonicalType(CXType) -> CXType;
        fn clang_getPointeeType(CXType) -> CXType;
        fn clang_getTypeDeclaration(CXType) -> CXCursor;
        fn clang_getElementType(CXType) -> CXType;
        fn clang_getArraySize(CXType) -> c_longlong;
        fn clang_getNumElements(CXType) -> c_longlong;
        fn clang_getResultType(CXType) -> CXType;
        fn clang_getNumArgTypes(CXType) -> c_int;
        fn clang_getArgType(CXType, c_uint) -> CXType;
        fn clang_isConstQualifiedType(CXType) -> c_uint;
        fn clang_isVolatileQualifiedType(CXType) -> c_uint;
        fn clang_isRestrictQualifiedType(CXType) -> c_uint;
        fn clang_isFunctionTypeVariadic(CXType) -> c_uint;
        fn clang_isPODType(CXType) -> c_uint;
        fn clang_Type_getSizeOf(CXType) -> c_longlong;
        fn clang_Type_getAlignOf(CXType) -> c_longlong;
        fn clang_Type_getNamedType(CXType) -> CXType;
        fn clang_Type_getClassType(CXType) -> CXType;
        fn clang_Type_getNumTemplateArguments(CXType) -> c_int;
        fn clang_Type_getTemplateArgumentAsType(CXType, c_uint) -> CXType;
        fn clang_Type_visitFields(CXType, CXFieldVisitor, CXClientData) -> CXVisitorResult;
    }
    optional {
        fn clang_getFileContents(CXTranslationUnit, CXFile, *mut size_t) -> *const c_char;
        fn clang_getCursorBinaryOperatorKind(CXCursor) -> CXBinaryOperatorKind;
        fn clang_getCursorUnaryOperatorKind(CXCursor) -> CXUnaryOperatorKind;
        fn clang_Cursor_getStorageClass(CXCursor) -> CX_StorageClass;
        fn clang_getCursorExceptionSpecificationType(CXCursor) -> c_int;
        fn clang_getCursorTLSKind(CXCursor) -> CXTLSKind;
        fn clang_Cursor_getMangling(CXCursor) -> CXString;
        fn clang_Cursor_isAnonymous(CXCursor) -> c_uint;
        fn clang_Cursor_isAnonymousRecordDecl(CXCursor) -> c_uint;
        fn clang_Cursor_isInlineNamespace(CXCursor) -> c_uint;
        fn clang_Cursor_isFunctionInlined(CXCursor) -> c_uint;
        fn clang_Cursor_isMacroFunctionLike(CXCursor) -> c_uint;
        fn clang_Cursor_isMacroBuiltin(CXCursor) -> c_uint;
        fn clang_Cursor_getOffsetOfField(CXCursor) -> c_longlong;
        fn clang_Cursor_getVarDeclInitializer(CXCursor) -> CXCursor;
        fn clang_Cursor_hasVarDeclGlobalStorage(CXCursor) -> c_int;
        fn clang_Cursor_Evaluate(CXCursor) -> CXEvalResult;
        fn clang_EvalResult_dispose(CXEvalResult);
        fn clang_EvalResult_getKind(CXEvalResult) -> CXEvalResultKind;
        fn clang_EvalResult_getAsLongLong(CXEvalResult) -> c_longlong;
        fn clang_EvalResult_isUnsignedInt(CXEvalResult) -> c_uint;
        fn clang_EvalResult_getAsUnsigned(CXEvalResult) -> c_ulonglong;
        fn clang_EvalResult_getAsDouble(CXEvalResult) -> c_double;
        fn clang_EvalResult_getAsStr(CXEvalResult) -> *const c_char;
        fn clang_Cursor_getNumTemplateArguments(CXCursor) -> c_int;
        fn clang_Cursor_getTemplateArgumentKind(CXCursor, c_uint) -> CXTemplateArgumentKind;
        fn clang_Cursor_getTemplateArgumentType(CXCursor, c_uint) -> CXType;
        fn clang_Cursor_getTemplateArgumentValue(CXCursor, c_uint) -> c_longlong;
        fn clang_CXXField_isMutable(CXCursor) -> c_uint;
        fn clang_CXXRecord_isAbstract(CXCursor) -> c_uint;
        fn clang_CXXMethod_isDeleted(CXCursor) -> c_uint;
        fn clang_CXXMethod_isExplicit(CXCursor) -> c_uint;
        fn clang_CXXMethod_isCopyAssignmentOperator(CXCursor) -> c_uint;
        fn clang_CXXMethod_isMoveAssignmentOperator(CXCursor) -> c_uint;
        fn clang_CXXConstructor_isConvertingConstructor(CXCursor) -> c_uint;
        fn clang_CXXConstructor_isCopyConstructor(CXCursor) -> c_uint;
        fn clang_CXXConstructor_isDefaultConstructor(CXCursor) -> c_uint;
        fn clang_CXXConstructor_isMoveConstructor(CXCursor) -> c_uint;
        fn clang_EnumDecl_isScoped(CXCursor) -> c_uint;

        fn clang_getUnqualifiedType(CXType) -> CXType;
        fn clang_getNonReferenceType(CXType) -> CXType;
        fn clang_Type_getModifiedType(CXType) -> CXType;
        fn clang_Type_getValueType(CXType) -> CXType;

        fn clang_visitCXXBaseClasses(CXType, CXFieldVisitor, CXClientData) -> c_uint; // LLVM 20
        fn clang_visitCXXMethods(CXType, CXFieldVisitor, CXClientData) -> c_uint; // LLVM 21

        fn clang_getTranslationUnitTargetInfo(CXTranslationUnit) -> CXTargetInfo;
        fn clang_TargetInfo_dispose(CXTargetInfo);
        fn clang_TargetInfo_getTriple(CXTargetInfo) -> CXString;
        fn clang_TargetInfo_getPointerWidth(CXTargetInfo) -> c_int;
        fn clang_getCXTUResourceUsage(CXTranslationUnit) -> CXTUResourceUsage;
        fn clang_disposeCXTUResourceUsage(CXTUResourceUsage);
    }
}
