/// Makes a [`Value`](crate::Value) of JSON. The values may be expressions.
///
/// ```
/// let width = 80;
/// let edit = touchd::json!({"op": "set", "region": "marker", "key": "frame", "value": [0, 0, width, -1.5]});
/// assert_eq!(edit.to_string(), r#"{"key":"frame","op":"set","region":"marker","value":[0,0,80,-1.5]}"#);
/// ```
#[macro_export]
macro_rules! json {
    (null) => { $crate::Value::Null };
    ({ $($members:tt)* }) => {{
        #[allow(unused_mut)]
        let mut object = $crate::Fields::default();
        $crate::json_members!(object $($members)*);
        $crate::Value::Object(object)
    }};
    ([ $($elements:tt)* ]) => {{
        #[allow(unused_mut)]
        let mut list: ::std::vec::Vec<$crate::Value> = ::std::vec::Vec::new();
        $crate::json_elements!(list $($elements)*);
        $crate::Value::Array(list)
    }};
    ($value:expr) => { $crate::Value::from($value) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! json_members {
    ($object:ident) => {};
    ($object:ident $key:literal : null $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::Value::Null);
        $crate::json_members!($object $($($rest)*)?);
    };
    ($object:ident $key:literal : { $($inner:tt)* } $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::json!({ $($inner)* }));
        $crate::json_members!($object $($($rest)*)?);
    };
    ($object:ident $key:literal : [ $($inner:tt)* ] $(, $($rest:tt)*)?) => {
        $object.insert($key, $crate::json!([ $($inner)* ]));
        $crate::json_members!($object $($($rest)*)?);
    };
    ($object:ident $key:literal : $value:expr $(, $($rest:tt)*)?) => {
        $object.insert($key, $value);
        $crate::json_members!($object $($($rest)*)?);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! json_elements {
    ($list:ident) => {};
    ($list:ident null $(, $($rest:tt)*)?) => {
        $list.push($crate::Value::Null);
        $crate::json_elements!($list $($($rest)*)?);
    };
    ($list:ident { $($inner:tt)* } $(, $($rest:tt)*)?) => {
        $list.push($crate::json!({ $($inner)* }));
        $crate::json_elements!($list $($($rest)*)?);
    };
    ($list:ident [ $($inner:tt)* ] $(, $($rest:tt)*)?) => {
        $list.push($crate::json!([ $($inner)* ]));
        $crate::json_elements!($list $($($rest)*)?);
    };
    ($list:ident $value:expr $(, $($rest:tt)*)?) => {
        $list.push($crate::Value::from($value));
        $crate::json_elements!($list $($($rest)*)?);
    };
}
