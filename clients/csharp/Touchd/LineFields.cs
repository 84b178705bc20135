using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>Reads the keys of a line. A key that is missing or has another type than the protocol says makes the line malformed.</summary>
    internal static class LineFields
    {
        internal static string Text(this JsonValue line, string key) => line[key]?.AsString ?? throw new MalformedLineException();

        internal static long Whole(this JsonValue line, string key) => line[key]?.AsLong ?? throw new MalformedLineException();

        internal static double Number(this JsonValue line, string key) => line[key]?.AsNumber ?? throw new MalformedLineException();

        internal static bool Flag(this JsonValue line, string key) => line[key]?.AsBool ?? throw new MalformedLineException();

        internal static IReadOnlyList<JsonValue> Items(this JsonValue line, string key) => line[key]?.AsList ?? throw new MalformedLineException();

        /// <summary>Returns the region of a touch, which is null if nobody received the touch. The key must be there.</summary>
        internal static string Receiver(this JsonValue line)
        {
            JsonValue region = line["region"];
            return region != null && region.IsNull ? null : line.Text("region");
        }

        /// <summary>Returns a text; null if the key is missing or null.</summary>
        internal static string OptionalText(this JsonValue line, string key)
        {
            JsonValue value = line[key];
            return value == null || value.IsNull ? null : line.Text(key);
        }

        /// <summary>Returns a list; an empty one if the key is missing.</summary>
        internal static IReadOnlyList<JsonValue> OptionalItems(this JsonValue line, string key) =>
            line[key] == null ? new JsonValue[0] : line.Items(key);

        internal static double[] Numbers(this JsonValue line, string key, int count)
        {
            IReadOnlyList<JsonValue> list = line.Items(key);
            if (list.Count != count)
            {
                throw new MalformedLineException();
            }
            return list.Select(one => one.AsNumber ?? throw new MalformedLineException()).ToArray();
        }

        internal static long[] Wholes(this JsonValue line, string key) =>
            line.Items(key).Select(one => one.AsLong ?? throw new MalformedLineException()).ToArray();

        internal static string[] Texts(this JsonValue line, string key) =>
            line.Items(key).Select(one => one.AsString ?? throw new MalformedLineException()).ToArray();

        internal static Point Point(this JsonValue line, string key)
        {
            IReadOnlyList<JsonValue> pair = line.Items(key);
            return new Point(pair.Coordinate(0), pair.Coordinate(1));
        }

        private static double Coordinate(this IReadOnlyList<JsonValue> pair, int index) =>
            (index < pair.Count ? pair[index].AsNumber : null) ?? throw new MalformedLineException();

        /// <summary>Returns a point; null if the key is missing or null.</summary>
        internal static Point? OptionalPoint(this JsonValue line, string key)
        {
            JsonValue value = line[key];
            return value == null || value.IsNull ? (Point?)null : line.Point(key);
        }

        internal static Region[] Regions(this JsonValue line, string key) => line.Items(key).Select(one => new Region(one)).ToArray();
    }
}
