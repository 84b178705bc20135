using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Touchd
{
    /// <summary>
    /// A strict reader of JSON in UTF-8 (RFC 8259). It refuses everything else with a <see cref="JsonFormatException"/>: invalid UTF-8, half a
    /// surrogate pair, bare control characters, numbers with leading zeros or beyond a double, text after the value, and more than 64 levels.
    /// </summary>
    internal sealed class JsonReader
    {
        internal const int DeepestLevel = 64;
        private const int LongestNumber = 400;
        // Powers of ten that a double expresses exactly.
        private static readonly double[] Powers = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

        private readonly byte[] bytes;
        private readonly int end;
        private readonly StringBuilder text = new StringBuilder();
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

        // Strings

        private string String()
        {
            int start = ++at;
            while (at < end && bytes[at] >= ' ' && bytes[at] < 0x80 && bytes[at] != '"' && bytes[at] != '\\')
            {
                at++;
            }
            string plain = Encoding.ASCII.GetString(bytes, start, at - start);
            if (Skip('"'))
            {
                return plain;
            }
            text.Clear();
            text.Append(plain);
            while (!Skip('"'))
            {
                if (at >= end || bytes[at] < ' ')
                {
                    throw Error("a string does not end, or has a control character");
                }
                byte first = bytes[at++];
                if (first == '\\')
                {
                    AppendEscape();
                }
                else if (first < 0x80)
                {
                    text.Append((char)first);
                }
                else
                {
                    AppendScalar(first);
                }
            }
            return text.ToString();
        }

        private void AppendScalar(byte first)
        {
            int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
            int scalar = length == 2 ? first & 0x1f : length == 3 ? first & 0x0f : first & 0x07;
            for (int index = 1; index < length; index++)
            {
                if (at >= end || (bytes[at] & 0xc0) != 0x80)
                {
                    throw Error("invalid UTF-8");
                }
                scalar = scalar << 6 | bytes[at++] & 0x3f;
            }
            bool isTooShort = length == 3 && scalar < 0x800 || length == 4 && scalar < 0x10000;
            if (length == 0 || isTooShort || scalar > 0x10ffff || scalar >= 0xd800 && scalar < 0xe000)
            {
                throw Error("invalid UTF-8");
            }
            text.Append(char.ConvertFromUtf32(scalar));
        }

        private void AppendEscape()
        {
            int letter = Next;
            at++;
            int place = "\"\\/bfnrt".IndexOf((char)letter);
            if (letter >= 0 && place >= 0)
            {
                text.Append("\"\\/\b\f\n\r\t"[place]);
                return;
            }
            if (letter != 'u')
            {
                throw Error("an unknown escape");
            }
            char unit = Unit();
            text.Append(unit);
            if (!char.IsSurrogate(unit))
            {
                return;
            }
            if (char.IsLowSurrogate(unit) || !Skip('\\') || !Skip('u'))
            {
                throw Error("half a surrogate pair");
            }
            unit = Unit();
            text.Append(unit);
            if (!char.IsLowSurrogate(unit))
            {
                throw Error("half a surrogate pair");
            }
        }

        private char Unit()
        {
            int unit = 0;
            for (int index = 0; index < 4; index++)
            {
                int digit = at < end ? "0123456789abcdef".IndexOf(char.ToLowerInvariant((char)bytes[at])) : -1;
                if (digit < 0)
                {
                    throw Error("\\u needs four hexadecimal digits");
                }
                unit = unit << 4 | digit;
                at++;
            }
            return (char)unit;
        }

        // Numbers

        private JsonValue Number()
        {
            int start = at;
            bool isNegative = Skip('-');
            long mantissa = 0;
            int digits = Digits(ref mantissa);
            if (digits == 0 || digits > 1 && bytes[at - digits] == '0')
            {
                throw Error("not a JSON value");
            }
            int fraction = 0;
            bool isWhole = true;
            if (Skip('.'))
            {
                isWhole = false;
                fraction = Digits(ref mantissa);
                if (fraction == 0)
                {
                    throw Error("a number ends with its point");
                }
            }
            bool isPlain = digits + fraction <= 15;
            if (Next == 'e' || Next == 'E')
            {
                at++;
                isWhole = isPlain = false;
                if (Next == '+' || Next == '-')
                {
                    at++;
                }
                if (Digits(ref mantissa) == 0)
                {
                    throw Error("a number ends with its exponent");
                }
            }
            return isPlain ? Plain(isNegative ? -mantissa : mantissa, fraction, isNegative, isWhole) : Parsed(start, isWhole);
        }

        /// <summary>Skips digits and appends them to the mantissa, which overflows if there are many. Returns their number.</summary>
        private int Digits(ref long mantissa)
        {
            int start = at;
            while (at < end && bytes[at] >= '0' && bytes[at] <= '9')
            {
                mantissa = unchecked(mantissa * 10 + (bytes[at++] - '0'));
            }
            return at - start;
        }

        /// <summary>Makes a number of at most 15 digits. The quotient of two exact doubles is rounded as the decimal number would be.</summary>
        private static JsonValue Plain(long mantissa, int fraction, bool isNegative, bool isWhole)
        {
            double number = mantissa == 0 && isNegative ? -0.0 : mantissa / Powers[fraction];
            return new JsonValue(number, isWhole ? mantissa : (long?)null);
        }

        private JsonValue Parsed(int start, bool isWhole)
        {
            if (at - start > LongestNumber)
            {
                throw Error("a number of more than " + LongestNumber + " characters");
            }
            string digits = Encoding.ASCII.GetString(bytes, start, at - start);
            if (!double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) || double.IsInfinity(number))
            {
                throw Error("a number is too large");
            }
            bool isLong = long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long whole);
            return new JsonValue(number, isWhole && isLong ? whole : (long?)null);
        }
    }
}
