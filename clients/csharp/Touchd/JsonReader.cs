using System.Collections.Generic;

namespace Touchd
{
    /// <summary>
    /// A strict reader of JSON in UTF-8 (RFC 8259). It refuses everything else with a <see cref="JsonFormatException"/>: invalid UTF-8, half a
    /// surrogate pair, bare control characters, numbers with leading zeros or beyond a double, text after the value, and more than 64 levels.
    /// </summary>
    internal sealed partial class JsonReader
    {
        internal const int DeepestLevel = 64;

        private readonly byte[] bytes;
        private readonly int end;
        private int at;
        private int level;

        private JsonReader(byte[] bytes, int start, int count)
        {
            this.bytes = bytes;
            at = start;
            end = start + count;
        }

        internal static JsonValue Read(byte[] bytes, int start, int count)
        {
            var reader = new JsonReader(bytes, start, count);
            reader.SkipBlanks();
            JsonValue value = reader.Value();
            reader.SkipBlanks();
            if (reader.at < reader.end)
            {
                throw reader.Error("unexpected text after the value");
            }
            return value;
        }

        private int Next => at < end ? bytes[at] : -1;

        private JsonFormatException Error(string message) => new JsonFormatException(message + " at byte " + at);

        private void SkipBlanks()
        {
            while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r'))
            {
                at++;
            }
        }

        private bool Skip(char expected)
        {
            if (Next != expected)
            {
                return false;
            }
            at++;
            return true;
        }

        private JsonValue Value()
        {
            switch (Next)
            {
                case '{': return Nested(Object);
                case '[': return Nested(List);
                case '"': return new JsonValue(String());
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", JsonValue.Null);
                default: return Number();
            }
        }

        private JsonValue Word(string word, JsonValue value)
        {
            foreach (char letter in word)
            {
                if (!Skip(letter))
                {
                    throw Error("not a JSON value");
                }
            }
            return value;
        }

        private JsonValue Nested(System.Func<JsonValue> content)
        {
            at++;
            if (++level > DeepestLevel)
            {
                throw Error("more than " + DeepestLevel + " levels");
            }
            JsonValue value = content();
            level--;
            return value;
        }

        private JsonValue List()
        {
            var items = new List<JsonValue>();
            SkipBlanks();
            if (Skip(']'))
            {
                return new JsonValue(items);
            }
            do
            {
                SkipBlanks();
                items.Add(Value());
                SkipBlanks();
            }
            while (Skip(','));
            return Skip(']') ? new JsonValue(items) : throw Error("',' or ']' is missing");
        }

        private JsonValue Object()
        {
            var members = new Dictionary<string, JsonValue>();
            SkipBlanks();
            if (Skip('}'))
            {
                return new JsonValue(members);
            }
            do
            {
                SkipBlanks();
                if (Next != '"')
                {
                    throw Error("a key is missing");
                }
                string key = String();
                SkipBlanks();
                if (!Skip(':'))
                {
                    throw Error("':' is missing");
                }
                SkipBlanks();
                members[key] = Value();
                SkipBlanks();
            }
            while (Skip(','));
            return Skip('}') ? new JsonValue(members) : throw Error("',' or '}' is missing");
        }
    }
}
