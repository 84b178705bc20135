using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>An edit of the tree, as in a request.</summary>
    internal sealed class Edit
    {
        internal Edit(JsonValue fields)
        {
            Fields = fields;
            Op = fields["op"]?.AsString ?? "";
            Added = Op == "add" && fields["region"] != null ? Nested(fields["region"], Parent ?? "") : new List<KeyValuePair<JsonValue, string>>();
            AddedIds = Added.Select(one => one.Key["id"]?.AsString).Where(id => id != null).ToList();
        }

        internal JsonValue Fields { get; }

        internal string Op { get; }

        /// <summary>The region that the edit names; for an <c>add</c> the new region.</summary>
        internal string Region => Fields["region"]?.AsString ?? Fields["region"]?["id"]?.AsString;

        internal string Parent => Fields["parent"]?.AsString;

        internal string Gesture => Fields["gesture"]?.AsString;

        internal string Key => Fields["key"]?.AsString;

        /// <summary>The regions that an <c>add</c> adds, each with its parent.</summary>
        internal IReadOnlyList<KeyValuePair<JsonValue, string>> Added { get; }

        internal IReadOnlyList<string> AddedIds { get; }

        /// <summary>Returns true if this edit makes an earlier one redundant.</summary>
        internal bool Replaces(Edit earlier)
        {
            if (earlier.Op == "add" || Region != earlier.Region || Gesture != earlier.Gesture)
            {
                return false;
            }
            switch (earlier.Op)
            {
                case "set": return Op == "set" && Key == earlier.Key;
                case "bringToFront":
                case "sendToBack": return Op == "bringToFront" || Op == "sendToBack" || Op == "move";
                default: return Op == earlier.Op;
            }
        }

        /// <summary>Returns true if the edit concerns the property, as <c>overridden</c> names it.</summary>
        internal bool IsAbout(string key)
        {
            switch (Op)
            {
                case "set":
                    return Key == "center" ? key == "frame"
                        : Key == "bounds" ? key == "frame" || key == "bounds" || key == "offset"
                        : Key == key;
                case "move": return key == "parent";
                case "setBoundsOrigin": return key == "bounds" || key == "offset";
                default: return false;
            }
        }

        private static List<KeyValuePair<JsonValue, string>> Nested(JsonValue region, string parent)
        {
            var all = new List<KeyValuePair<JsonValue, string>> { new KeyValuePair<JsonValue, string>(region, parent) };
            for (int index = 0; index < all.Count; index++)
            {
                JsonValue one = all[index].Key;
                foreach (JsonValue child in one["children"]?.AsList ?? new JsonValue[0])
                {
                    all.Add(new KeyValuePair<JsonValue, string>(child, one["id"]?.AsString ?? ""));
                }
            }
            return all;
        }
    }
}
