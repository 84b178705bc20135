using System.Text;

namespace Touchd
{
    /// <summary>The reader's part for strings.</summary>
    internal sealed partial class JsonReader
    {
        private readonly StringBuilder text = new StringBuilder();

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
    }
}
