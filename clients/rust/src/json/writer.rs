//! The writer of JSON.

use std::fmt::{self, Write};

use super::Value;

pub(crate) fn write(value: &Value, out: &mut impl Write) -> fmt::Result {
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(value) => write!(out, "{value}"),
        Value::Integer(value) => write!(out, "{value}"),
        Value::Number(value) => number(*value, out),
        Value::String(text) => string(text, out),
        Value::Array(values) => {
            out.write_char('[')?;
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.write_char(',')?;
                }
                write(value, out)?;
            }
            out.write_char(']')
        }
        Value::Object(fields) => {
            out.write_char('{')?;
            for (index, (key, value)) in fields.iter().enumerate() {
                if index > 0 {
                    out.write_char(',')?;
                }
                string(key, out)?;
                out.write_char(':')?;
                write(value, out)?;
            }
            out.write_char('}')
        }
    }
}

/// JSON has no infinity and no NaN; they are written as `null`.
fn number(value: f64, out: &mut impl Write) -> fmt::Result {
    if !value.is_finite() {
        out.write_str("null")
    } else if value != 0.0 && !(1e-5..1e16).contains(&value.abs()) {
        write!(out, "{value:e}")
    } else {
        write!(out, "{value}")
    }
}

fn string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\t' => "\\t",
            0..=0x1f => "",
            _ => continue,
        };
        // All of these bytes are ASCII, so they are beside whole characters.
        out.write_str(&text[start..at])?;
        start = at + 1;
        if escaped.is_empty() {
            write!(out, "\\u{byte:04x}")?;
        } else {
            out.write_str(escaped)?;
        }
    }
    out.write_str(&text[start..])?;
    out.write_char('"')
}
