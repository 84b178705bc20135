//! JSON: the values that lines and edits contain.

mod fields;
mod macros;
mod reader;
mod writer;

use std::fmt;
use std::str::FromStr;

pub use fields::Fields;
pub(crate) use reader::parse;

/// The number of levels to which the reader follows lists and objects. A line that is nested deeper ends the connection.
pub const DEEPEST: usize = 64;

/// A JSON value. [`json!`](crate::json!) makes one.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction and exponent, such as an id or a time.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// An object.
    Object(Fields),
}

impl Value {
    /// The boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it has no fraction and no exponent.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is an integer that is not negative.
    pub fn as_whole(&self) -> Option<u64> {
        self.as_integer().and_then(|value| u64::try_from(value).ok())
    }

    /// The number, whatever its form.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Integer(value) => Some(*value as f64),
            Value::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of the list.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(values) => Some(values),
            _ => None,
        }
    }

    /// The members of the object.
    pub fn as_object(&self) -> Option<&Fields> {
        match self {
            Value::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// The member of the object with this key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object().and_then(|fields| fields.get(key))
    }
}

/// The error for a text that is not JSON, or nested more than [`DEEPEST`] levels deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson;

impl fmt::Display for NotJson {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the text is not JSON, or nested more than {DEEPEST} levels deep")
    }
}

impl std::error::Error for NotJson {}

impl FromStr for Value {
    type Err = NotJson;

    fn from_str(text: &str) -> Result<Value, NotJson> {
        parse(text.as_bytes()).map_err(|_| NotJson)
    }
}

/// Writes the value as JSON, in one line.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(self, out)
    }
}

macro_rules! from {
    ($($type:ty => $value:ident $how:expr;)*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $how
            }
        })*
    };
}

from! {
    bool => value Value::Bool(value);
    i32 => value Value::Integer(value.into());
    u32 => value Value::Integer(value.into());
    i64 => value Value::Integer(value);
    u64 => value i64::try_from(value).map_or(Value::Number(value as f64), Value::Integer);
    usize => value Value::from(value as u64);
    f64 => value Value::Number(value);
    &str => value Value::String(value.to_owned());
    String => value Value::String(value);
    &String => value Value::String(value.clone());
    Fields => fields Value::Object(fields);
    &Value => value value.clone();
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Value {
        Value::Array(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Value {
        Value::Array(values.into_iter().map(Into::into).collect())
    }
}

/// `null` for `None`.
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}
