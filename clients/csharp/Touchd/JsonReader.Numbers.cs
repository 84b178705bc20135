using System.Globalization;
using System.Text;

namespace Touchd
{
    /// <summary>The reader's part for numbers.</summary>
    internal sealed partial class JsonReader
    {
        private const int LongestNumber = 400;
        // Powers of ten that a double expresses exactly.
        private static readonly double[] Powers = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

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
