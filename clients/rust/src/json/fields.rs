use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Value;
use crate::error::Malformed;
use crate::events::Point;

/// The members of a JSON object, such as all keys of a line. A copy is cheap, because it shares the members.
#[derive(Clone, Default, PartialEq)]
pub struct Fields(Arc<BTreeMap<String, Value>>);

impl Fields {
    /// Sets the member with this key.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        Arc::make_mut(&mut self.0).insert(key.into(), value.into());
    }

    /// Removes the member with this key.
    pub fn remove(&mut self, key: &str) {
        Arc::make_mut(&mut self.0).remove(key);
    }

    pub(crate) fn string(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_str)
    }

    pub(crate) fn owned(&self, key: &str) -> Option<String> {
        self.string(key).map(str::to_owned)
    }

    pub(crate) fn text(&self, key: &str) -> Result<String, Malformed> {
        self.owned(key).ok_or(Malformed)
    }

    /// The text; `None` for `null`. The key itself must be there.
    pub(crate) fn text_or_null(&self, key: &str) -> Result<Option<String>, Malformed> {
        match self.get(key) {
            Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            _ => Err(Malformed),
        }
    }

    pub(crate) fn whole(&self, key: &str) -> Result<u64, Malformed> {
        self.get(key).and_then(Value::as_whole).ok_or(Malformed)
    }

    pub(crate) fn integer(&self, key: &str) -> Result<i64, Malformed> {
        self.get(key).and_then(Value::as_integer).ok_or(Malformed)
    }

    pub(crate) fn number(&self, key: &str) -> Result<f64, Malformed> {
        self.get(key).and_then(Value::as_number).ok_or(Malformed)
    }

    pub(crate) fn boolean(&self, key: &str) -> Option<bool> {
        self.get(key).and_then(Value::as_bool)
    }

    pub(crate) fn list(&self, key: &str) -> Result<&[Value], Malformed> {
        self.get(key).and_then(Value::as_array).ok_or(Malformed)
    }

    /// The elements of a list that may be missing.
    pub(crate) fn elements(&self, key: &str) -> &[Value] {
        self.list(key).unwrap_or(&[])
    }

    pub(crate) fn point(&self, key: &str) -> Option<Point> {
        match self.get(key)?.as_array()? {
            [x, y, ..] => Some(Point { x: x.as_number()?, y: y.as_number()? }),
            _ => None,
        }
    }

    /// A list of exactly `N` numbers.
    pub(crate) fn numbers<const N: usize>(&self, key: &str) -> Result<[f64; N], Malformed> {
        let numbers: Option<Vec<f64>> = self.list(key)?.iter().map(Value::as_number).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or(Malformed)
    }

    /// The whole numbers of a list.
    pub(crate) fn wholes(&self, key: &str) -> Result<Vec<u64>, Malformed> {
        self.list(key)?.iter().map(|value| value.as_whole().ok_or(Malformed)).collect()
    }

    /// The texts of a list.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, Malformed> {
        self.list(key)?.iter().map(|value| value.as_str().map(str::to_owned).ok_or(Malformed)).collect()
    }

    /// The objects of a list.
    pub(crate) fn objects(&self, key: &str) -> Result<Vec<Fields>, Malformed> {
        self.list(key)?.iter().map(|value| value.as_object().cloned().ok_or(Malformed)).collect()
    }

    /// Reads each object of a list.
    pub(crate) fn each<T>(&self, key: &str, read: impl Fn(&Fields) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        self.list(key)?.iter().map(|value| read(value.as_object().ok_or(Malformed)?)).collect()
    }

    /// Reads each object of a list that may be missing.
    pub(crate) fn each_if_any<T>(&self, key: &str, read: impl Fn(&Fields) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        if self.contains_key(key) {
            self.each(key, read)
        } else {
            Ok(Vec::new())
        }
    }
}

impl Deref for Fields {
    type Target = BTreeMap<String, Value>;

    fn deref(&self) -> &BTreeMap<String, Value> {
        &self.0
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The last of two members with the same key counts.
impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Fields {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Fields {
        Fields(Arc::new(members.into_iter().map(|(key, value)| (key.into(), value.into())).collect()))
    }
}

impl From<BTreeMap<String, Value>> for Fields {
    fn from(members: BTreeMap<String, Value>) -> Fields {
        Fields(Arc::new(members))
    }
}
