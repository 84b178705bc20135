using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Touchd
{
    /// <summary>
    /// A JSON value: a line of touchd, a part of one, or a part of a request. Values never change. Strings, numbers and booleans convert by
    /// themselves: <c>JsonValue.List(0, 0, 80, 80)</c>. A <see cref="JsonObject"/> makes an object.
    /// </summary>
    public sealed class JsonValue
    {
        /// <summary>The value <c>null</c>.</summary>
        public static readonly JsonValue Null = new JsonValue(JsonKind.Null);
        private static readonly JsonValue True = new JsonValue(JsonKind.Bool);
        private static readonly JsonValue False = new JsonValue(JsonKind.Bool);

        private readonly string text;
        private readonly double number;
        // The exact value of a number that is whole and fits.
        private readonly long? whole;
        private readonly IReadOnlyList<JsonValue> items;
        private readonly IReadOnlyDictionary<string, JsonValue> members;

        private JsonValue(JsonKind kind)
        {
            Kind = kind;
        }

        internal JsonValue(string text) : this(JsonKind.String)
        {
            this.text = text;
        }

        internal JsonValue(double number, long? whole) : this(JsonKind.Number)
        {
            this.number = number;
            this.whole = whole;
        }

        internal JsonValue(IReadOnlyList<JsonValue> items) : this(JsonKind.List)
        {
            this.items = items;
        }

        internal JsonValue(IReadOnlyDictionary<string, JsonValue> members) : this(JsonKind.Object)
        {
            this.members = members;
        }

        /// <summary>The kind of the value.</summary>
        public JsonKind Kind { get; }

        /// <summary>True for the value <c>null</c>.</summary>
        public bool IsNull => Kind == JsonKind.Null;

        /// <summary>The text of a string; null for other kinds.</summary>
        public string AsString => text;

        /// <summary>The value of a number; null for other kinds.</summary>
        public double? AsNumber => Kind == JsonKind.Number ? number : (double?)null;

        /// <summary>The exact value of a number that is written without a fraction and fits; null for others.</summary>
        public long? AsLong => whole;

        /// <summary>The value of <c>true</c> and <c>false</c>; null for other kinds.</summary>
        public bool? AsBool => Kind == JsonKind.Bool ? ReferenceEquals(this, True) : (bool?)null;

        /// <summary>The values of a list; null for other kinds.</summary>
        public IReadOnlyList<JsonValue> AsList => items;

        /// <summary>The members of an object; null for other kinds. If a line has a key twice, the last one counts.</summary>
        public IReadOnlyDictionary<string, JsonValue> AsObject => members;

        /// <summary>Returns a member of an object; null if there is none, or if this is no object.</summary>
        public JsonValue this[string key] => members != null && members.TryGetValue(key, out JsonValue value) ? value : null;

        /// <summary>Returns a value of a list; null if there is none, or if this is no list.</summary>
        public JsonValue this[int index] => items != null && index >= 0 && index < items.Count ? items[index] : null;

        /// <summary>Makes a list.</summary>
        public static JsonValue List(params JsonValue[] values) => List((IEnumerable<JsonValue>)values);

        /// <summary>Makes a list.</summary>
        public static JsonValue List(IEnumerable<JsonValue> values) => new JsonValue(values.Select(value => value ?? Null).ToList());

        /// <summary>Makes a list of strings.</summary>
        public static JsonValue List(IEnumerable<string> texts) => List(texts.Select(text => (JsonValue)text));

        /// <summary>Returns a copy of an object with this member, which replaces one with the same key.</summary>
        /// <exception cref="InvalidOperationException">The value is no object.</exception>
        public JsonValue With(string key, JsonValue value)
        {
            if (members == null)
            {
                throw new InvalidOperationException("only an object has members, but this is a value of the kind " + Kind);
            }
            Dictionary<string, JsonValue> all = members.ToDictionary(one => one.Key, one => one.Value);
            all[key] = value ?? Null;
            return new JsonValue(all);
        }

        /// <summary>Reads a JSON text.</summary>
        /// <exception cref="JsonFormatException">The text is not JSON, or is nested more than 64 levels deep.</exception>
        public static JsonValue Parse(string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            return JsonReader.Read(bytes, 0, bytes.Length);
        }

        /// <summary>Makes a string, or <c>null</c> of a null reference.</summary>
        public static implicit operator JsonValue(string text) => text == null ? Null : new JsonValue(text);

        /// <summary>Makes a number.</summary>
        public static implicit operator JsonValue(int number) => new JsonValue(number, number);

        /// <summary>Makes a number.</summary>
        public static implicit operator JsonValue(long number) => new JsonValue(number, number);

        /// <summary>Makes a number.</summary>
        /// <exception cref="ArgumentException">The number is not finite, so JSON cannot express it.</exception>
        public static implicit operator JsonValue(double number)
        {
            if (double.IsNaN(number) || double.IsInfinity(number))
            {
                throw new ArgumentException("JSON has no number " + number + "; give a finite one");
            }
            return new JsonValue(number, null);
        }

        /// <summary>Makes <c>true</c> or <c>false</c>.</summary>
        public static implicit operator JsonValue(bool flag) => flag ? True : False;

        /// <summary>Returns the value as JSON text.</summary>
        public override string ToString() => JsonWriter.Text(this);
    }
}
