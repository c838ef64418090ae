//! Built-in operators (overloaded ones are calls).

use clang_sys::*;

/// A built-in binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `.*`
    PtrMemD,
    /// `->*`
    PtrMemI,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<=>`
    Cmp,
    /// `<`
    LT,
    /// `>`
    GT,
    /// `<=`
    LE,
    /// `>=`
    GE,
    /// `==`
    EQ,
    /// `!=`
    NE,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
    /// `&&`
    LAnd,
    /// `||`
    LOr,
    /// `=`
    Assign,
    /// `*=`
    MulAssign,
    /// `/=`
    DivAssign,
    /// `%=`
    RemAssign,
    /// `+=`
    AddAssign,
    /// `-=`
    SubAssign,
    /// `<<=`
    ShlAssign,
    /// `>>=`
    ShrAssign,
    /// `&=`
    AndAssign,
    /// `^=`
    XorAssign,
    /// `|=`
    OrAssign,
    /// `,`
    Comma,
}

impl BinaryOperator {
    /// The operator with libclang's number `raw`; `None` for "no operator".
    pub(crate) fn from_raw(raw: i32) -> Option<BinaryOperator> {
        Some(match raw {
            CXBinaryOperator_PtrMemD => BinaryOperator::PtrMemD,
            CXBinaryOperator_PtrMemI => BinaryOperator::PtrMemI,
            CXBinaryOperator_Mul => BinaryOperator::Mul,
            CXBinaryOperator_Div => BinaryOperator::Div,
            CXBinaryOperator_Rem => BinaryOperator::Rem,
            CXBinaryOperator_Add => BinaryOperator::Add,
            CXBinaryOperator_Sub => BinaryOperator::Sub,
            CXBinaryOperator_Shl => BinaryOperator::Shl,
            CXBinaryOperator_Shr => BinaryOperator::Shr,
            CXBinaryOperator_Cmp => BinaryOperator::Cmp,
            CXBinaryOperator_LT => BinaryOperator::LT,
            CXBinaryOperator_GT => BinaryOperator::GT,
            CXBinaryOperator_LE => BinaryOperator::LE,
            CXBinaryOperator_GE => BinaryOperator::GE,
            CXBinaryOperator_EQ => BinaryOperator::EQ,
            CXBinaryOperator_NE => BinaryOperator::NE,
            CXBinaryOperator_And => BinaryOperator::And,
            CXBinaryOperator_Xor => BinaryOperator::Xor,
            CXBinaryOperator_Or => BinaryOperator::Or,
            CXBinaryOperator_LAnd => BinaryOperator::LAnd,
            CXBinaryOperator_LOr => BinaryOperator::LOr,
            CXBinaryOperator_Assign => BinaryOperator::Assign,
            CXBinaryOperator_MulAssign => BinaryOperator::MulAssign,
            CXBinaryOperator_DivAssign => BinaryOperator::DivAssign,
            CXBinaryOperator_RemAssign => BinaryOperator::RemAssign,
            CXBinaryOperator_AddAssign => BinaryOperator::AddAssign,
            CXBinaryOperator_SubAssign => BinaryOperator::SubAssign,
            CXBinaryOperator_ShlAssign => BinaryOperator::ShlAssign,
            CXBinaryOperator_ShrAssign => BinaryOperator::ShrAssign,
            CXBinaryOperator_AndAssign => BinaryOperator::AndAssign,
            CXBinaryOperator_XorAssign => BinaryOperator::XorAssign,
            CXBinaryOperator_OrAssign => BinaryOperator::OrAssign,
            CXBinaryOperator_Comma => BinaryOperator::Comma,
            _ => return None,
        })
    }

    /// Whether it stores into its left operand.
    pub fn is_assignment(self) -> bool {
        self == BinaryOperator::Assign || self.is_compound_assignment()
    }

    /// Whether it also reads its left operand before storing.
    pub fn is_compound_assignment(self) -> bool {
        use BinaryOperator::*;
        matches!(
            self,
            MulAssign
                | DivAssign
                | RemAssign
                | AddAssign
                | SubAssign
                | ShlAssign
                | ShrAssign
                | AndAssign
                | XorAssign
                | OrAssign
        )
    }

    /// Whether the right operand may go unevaluated.
    pub fn is_short_circuit(self) -> bool {
        matches!(self, BinaryOperator::LAnd | BinaryOperator::LOr)
    }
}

/// A built-in unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `x++`
    PostInc,
    /// `x--`
    PostDec,
    /// `++x`
    PreInc,
    /// `--x`
    PreDec,
    /// `&x`
    AddrOf,
    /// `*x`
    Deref,
    /// `+x`
    Plus,
    /// `-x`
    Minus,
    /// `~x`
    Not,
    /// `!x`
    LNot,
    /// `__real x`
    Real,
    /// `__imag x`
    Imag,
    /// `__extension__ x`
    Extension,
    /// `co_await x`
    Coawait,
}

impl UnaryOperator {
    /// The operator with libclang's number `raw`; `None` for "no operator".
    pub(crate) fn from_raw(raw: i32) -> Option<UnaryOperator> {
        Some(match raw {
            CXUnaryOperator_PostInc => UnaryOperator::PostInc,
            CXUnaryOperator_PostDec => UnaryOperator::PostDec,
            CXUnaryOperator_PreInc => UnaryOperator::PreInc,
            CXUnaryOperator_PreDec => UnaryOperator::PreDec,
            CXUnaryOperator_AddrOf => UnaryOperator::AddrOf,
            CXUnaryOperator_Deref => UnaryOperator::Deref,
            CXUnaryOperator_Plus => UnaryOperator::Plus,
            CXUnaryOperator_Minus => UnaryOperator::Minus,
            CXUnaryOperator_Not => UnaryOperator::Not,
            CXUnaryOperator_LNot => UnaryOperator::LNot,
            CXUnaryOperator_Real => UnaryOperator::Real,
            CXUnaryOperator_Imag => UnaryOperator::Imag,
            CXUnaryOperator_Extension => UnaryOperator::Extension,
            CXUnaryOperator_Coawait => UnaryOperator::Coawait,
            _ => return None,
        })
    }

    /// Whether it stores into its operand.
    pub fn is_increment_or_decrement(self) -> bool {
        use UnaryOperator::*;
        matches!(self, PostInc | PostDec | PreInc | PreDec)
    }
}
