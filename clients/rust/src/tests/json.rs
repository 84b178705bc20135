use crate::{json, Value, DEEPEST};

fn read(text: &str) -> Option<Value> {
    text.parse().ok()
}

#[test]
fn text_that_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1,}",
        "{a:1}",
        "nul",
        "truee",
        "1 2",
        "01",
        "1.",
        ".5",
        "-",
        "+1",
        "1e",
        "1e999",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "\"\u{1}\"",
        "[1}",
        "{\"a\":1]",
        "\u{feff}1",
        "NaN",
        "Infinity",
        "'a'",
    ] {
        assert_eq!(read(text), None, "{text:?}");
    }
    assert_eq!(json::parse(b"\"\xff\""), Err(crate::error::Malformed));
    assert_eq!(json::parse(b"\"\xed\xa0\x80\""), Err(crate::error::Malformed));
}

#[test]
fn half_a_pair_of_surrogates_is_no_text() {
    for text in [r#""\ud800""#, r#""\ud800\n""#, r#""\ud800\u0041""#, r#""\ud800\ud800""#, r#""\udc00""#, r#""\udc00\ud800""#, r#""\ud800x""#] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(read(r#""\ud83d\ude00\u20ac""#), Some(json!("😀€")));
}

#[test]
fn numbers_keep_their_value() {
    for (text, value) in [
        ("0", Value::Integer(0)),
        ("-0", Value::Integer(0)),
        ("9223372036854775807", Value::Integer(i64::MAX)),
        ("-9223372036854775808", Value::Integer(i64::MIN)),
        ("9223372036854775808", Value::Number(9_223_372_036_854_775_808.0)),
        ("1.5", Value::Number(1.5)),
        ("-1.5E+3", Value::Number(-1500.0)),
        ("1e-7", Value::Number(1e-7)),
    ] {
        assert_eq!(read(text), Some(value.clone()), "{text}");
        assert_eq!(read(&value.to_string()).and_then(|again| again.as_number()), value.as_number(), "{text}");
    }
    assert_eq!(Value::from(u64::MAX), Value::Number(u64::MAX as f64));
    assert_eq!(json!([f64::NAN, f64::INFINITY, 1e300, 0.1]).to_string(), "[null,null,1e300,0.1]");
}

#[test]
fn texts_are_escaped_so_that_they_come_back() {
    let all: String = (0..0x3000).filter_map(char::from_u32).chain("\u{10ffff}😀\"\\/".chars()).collect();
    let text = json!({ "a": &all }).to_string();
    assert!(!text.contains('\n'));
    assert_eq!(read(&text).and_then(|value| value.get("a").and_then(Value::as_str).map(str::to_owned)), Some(all));
}

#[test]
fn of_a_key_that_occurs_twice_the_last_value_counts() {
    assert_eq!(read(r#"{"a":1,"a":2}"#), Some(json!({"a": 2})));
}

#[test]
fn deep_lists_are_refused_instead_of_exhausting_the_stack() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(read(&nested(DEEPEST)).is_some());
    assert!(read(&nested(DEEPEST + 1)).is_none());
    assert!(read(&"[".repeat(1 << 20)).is_none());
    assert!(read(&r#"{"a":"#.repeat(1 << 20)).is_none());
}

#[test]
fn the_macro_makes_what_its_text_says() {
    let (width, none) = (3, None::<u64>);
    let made = json!({"a": [1, -2.5, {"b": null}, [], null, [width, width * 2]], "c": {}, "d": "x".repeat(2), "e": none, "f": [true][0], "g": -1,});
    assert_eq!(made.to_string(), r#"{"a":[1,-2.5,{"b":null},[],null,[3,6]],"c":{},"d":"xx","e":null,"f":true,"g":-1}"#);
    assert_eq!(json!(null), Value::Null);
}
