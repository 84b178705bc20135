using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>The state at one moment. This client does not get the listed touches, only those that begin later.</summary>
    public sealed class SnapshotItem : Item
    {
        internal SnapshotItem(JsonValue line)
        {
            Seq = line.Whole("seq");
            Generation = line.Whole("generation");
            Panels = line.Items("panels");
            Regions = line.Regions("regions");
            Touches = line.Items("touches");
            Screens = line.OptionalItems("screens").Select(one => new ScreenItem(one)).ToArray();
        }

        /// <summary>The line's number.</summary>
        public long Seq { get; }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }

        /// <summary>The panels: <c>id</c>, <c>name</c>, <c>screen</c>, <c>pointsPerMillimetre</c>.</summary>
        public IReadOnlyList<JsonValue> Panels { get; }

        /// <summary>The regions that the subscriptions match.</summary>
        public IReadOnlyList<Region> Regions { get; }

        /// <summary>The touches that are down.</summary>
        public IReadOnlyList<JsonValue> Touches { get; }

        /// <summary>The screens.</summary>
        public IReadOnlyList<ScreenItem> Screens { get; }
    }

    /// <summary>A property that was set at run time and that a reload of the configuration file has changed.</summary>
    public sealed class GaveWay
    {
        internal GaveWay(JsonValue line)
        {
            Region = line.Text("region");
            Key = line.OptionalText("key");
            Client = line["client"]?.AsLong;
        }

        /// <summary>The region's ID.</summary>
        public string Region { get; }

        /// <summary>The property, as in <c>set</c> of an edit; null: the region as a whole.</summary>
        public string Key { get; }

        /// <summary>The number of the client that made the edit; null if no client did.</summary>
        public long? Client { get; }
    }

    /// <summary>The result of a reload. If the configuration was refused, the old one stays in force, and the lists are empty.</summary>
    public sealed class ConfigItem : Item
    {
        internal ConfigItem(JsonValue line)
        {
            IsOk = line.Flag("ok");
            Generation = line.Whole("generation");
            Message = line.OptionalText("message");
            Panels = line.OptionalItems("panels");
            Regions = line["regions"] == null ? new Region[0] : line.Regions("regions");
            GaveWay = line.OptionalItems("gaveWay").Select(one => new GaveWay(one)).ToArray();
        }

        /// <summary>True if the new configuration is in force.</summary>
        public bool IsOk { get; }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }

        /// <summary>The error, if the configuration was refused.</summary>
        public string Message { get; }

        /// <summary>The panels, as in a snapshot.</summary>
        public IReadOnlyList<JsonValue> Panels { get; }

        /// <summary>The regions that the subscriptions match.</summary>
        public IReadOnlyList<Region> Regions { get; }

        /// <summary>The properties set at run time that the file has changed.</summary>
        public IReadOnlyList<GaveWay> GaveWay { get; }
    }

    /// <summary>Regions were added or removed, or changed places.</summary>
    public sealed class TreeItem : Item
    {
        internal TreeItem(JsonValue line)
        {
            Generation = line.Whole("generation");
            Regions = line.Regions("regions");
        }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }

        /// <summary>All regions that the subscriptions match now.</summary>
        public IReadOnlyList<Region> Regions { get; }
    }

    /// <summary>Properties of these regions were set; other regions have not changed.</summary>
    public sealed class ChangedItem : Item
    {
        internal ChangedItem(JsonValue line)
        {
            Generation = line.Whole("generation");
            Regions = line.Regions("regions");
        }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }

        /// <summary>The regions whose properties were set.</summary>
        public IReadOnlyList<Region> Regions { get; }
    }

    /// <summary>The configuration file has overridden an edit of this client. The library does not redo it.</summary>
    public sealed class OverriddenItem : Item
    {
        internal OverriddenItem(JsonValue line)
        {
            Region = line.Text("region");
            Key = line.OptionalText("key");
            Generation = line.Whole("generation");
        }

        /// <summary>The region's ID.</summary>
        public string Region { get; }

        /// <summary>The property, as in <c>set</c> of an edit; null: the region as a whole.</summary>
        public string Key { get; }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }
    }

    /// <summary>A warning for the program's author or the machine's owner.</summary>
    public sealed class WarningItem : Item
    {
        internal WarningItem(JsonValue line)
        {
            Code = line.Text("code");
            Message = line.Text("message");
            Fields = line;
        }

        private WarningItem(long id, string glob, string near)
        {
            Code = "unmatchedPattern";
            Message = "the pattern \"" + glob + "\" matches no region now" + (string.IsNullOrEmpty(near) ? "" : "; did you mean \"" + near + "\"?");
            var fields = new JsonObject { { "id", id }, { "glob", glob } };
            if (near != null)
            {
                fields.Add("near", near);
            }
            Fields = fields;
        }

        /// <summary>
        /// The code. <c>lastGoodConfiguration</c>: touchd's configuration file is invalid. <c>unmatchedPattern</c>: a subscription's pattern matches
        /// no region now.
        /// </summary>
        public string Code { get; }

        /// <summary>The warning in words.</summary>
        public string Message { get; }

        /// <summary>All keys of the line; for <c>unmatchedPattern</c> also <c>id</c> (of the request), <c>glob</c> and <c>near</c>.</summary>
        public JsonValue Fields { get; }

        /// <summary>Returns a warning for each pattern of a subscription that matches no region.</summary>
        internal static IEnumerable<WarningItem> Unmatched(JsonValue reply) =>
            reply.OptionalItems("unmatched").Select(one => new WarningItem(reply.Whole("id"), one.Text("glob"), one.OptionalText("near"))).ToArray();
    }
}
