using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Touchd
{
    /// <summary>Writes JSON values as text.</summary>
    internal static class JsonWriter
    {
        internal static string Text(JsonValue value)
        {
            var text = new StringBuilder();
            Append(text, value);
            return text.ToString();
        }

        /// <summary>Returns the value as a line in UTF-8. Half a surrogate pair, which UTF-8 cannot express, becomes U+FFFD.</summary>
        internal static byte[] Line(JsonValue value)
        {
            var text = new StringBuilder();
            Append(text, value);
            text.Append('\n');
            return Encoding.UTF8.GetBytes(text.ToString());
        }

        private static void Append(StringBuilder text, JsonValue value)
        {
            switch (value.Kind)
            {
                case JsonKind.Null:
                    text.Append("null");
                    break;
                case JsonKind.Bool:
                    text.Append(value.AsBool == true ? "true" : "false");
                    break;
                case JsonKind.Number:
                    CultureInfo invariant = CultureInfo.InvariantCulture;
                    text.Append(value.AsLong?.ToString(invariant) ?? value.AsNumber.Value.ToString("R", invariant));
                    break;
                case JsonKind.String:
                    AppendString(text, value.AsString);
                    break;
                case JsonKind.List:
                    AppendList(text, value.AsList);
                    break;
                default:
                    AppendObject(text, value.AsObject);
                    break;
            }
        }

        private static void AppendList(StringBuilder text, IReadOnlyList<JsonValue> items)
        {
            text.Append('[');
            for (int index = 0; index < items.Count; index++)
            {
                if (index > 0)
                {
                    text.Append(',');
                }
                Append(text, items[index]);
            }
            text.Append(']');
        }

        private static void AppendObject(StringBuilder text, IReadOnlyDictionary<string, JsonValue> members)
        {
            text.Append('{');
            bool isFirst = true;
            foreach (KeyValuePair<string, JsonValue> member in members)
            {
                if (!isFirst)
                {
                    text.Append(',');
                }
                isFirst = false;
                AppendString(text, member.Key);
                text.Append(':');
                Append(text, member.Value);
            }
            text.Append('}');
        }

        private static void AppendString(StringBuilder text, string content)
        {
            text.Append('"');
            // The start of the characters that need no escape and are not written yet.
            int start = 0;
            for (int index = 0; index < content.Length; index++)
            {
                char unit = content[index];
                if (unit >= ' ' && unit != '"' && unit != '\\')
                {
                    continue;
                }
                text.Append(content, start, index - start).Append('\\');
                start = index + 1;
                if (unit >= ' ')
                {
                    text.Append(unit);
                }
                else
                {
                    text.Append('u').Append(((int)unit).ToString("x4", CultureInfo.InvariantCulture));
                }
            }
            text.Append(content, start, content.Length - start).Append('"');
        }
    }
}
