namespace Touchd
{
    /// <summary>The current state of a region.</summary>
    public sealed class Region
    {
        internal Region(JsonValue line)
        {
            Id = line.Text("id");
            Path = line.Text("path");
            Kind = line.Text("kind");
            Screen = line.Text("screen");
            Bounds = new RegionBounds(line.Numbers("bounds", 4));
            ToScreen = new RegionTransform(line.Numbers("toScreen", 6));
            Refuses = line["refuses"]?.AsBool ?? false;
            Value = line["value"]?.AsNumber;
            IsOn = line["isOn"]?.AsBool;
            Offset = line.OptionalPoint("offset");
            ZoomScale = line["zoomScale"]?.AsNumber;
            Fields = line;
        }

        /// <summary>The region's ID.</summary>
        public string Id { get; }

        /// <summary>The IDs from the window down to the region, joined by <c>/</c>.</summary>
        public string Path { get; }

        /// <summary>The kind, such as <c>view</c>, <c>button</c> or <c>scrollView</c>.</summary>
        public string Kind { get; }

        /// <summary>The screen's ID.</summary>
        public string Screen { get; }

        /// <summary>The region's own space.</summary>
        public RegionBounds Bounds { get; }

        /// <summary>The map from the region's own space to points of the screen.</summary>
        public RegionTransform ToScreen { get; }

        /// <summary>True if the region, or one around it, is hidden or takes no touches.</summary>
        public bool Refuses { get; }

        /// <summary>The value of a slider or knob.</summary>
        public double? Value { get; }

        /// <summary>The state of a switch.</summary>
        public bool? IsOn { get; }

        /// <summary>The offset of a scroll view, as in its events.</summary>
        public Point? Offset { get; }

        /// <summary>The zoom scale of a scroll view.</summary>
        public double? ZoomScale { get; }

        /// <summary>All keys of the region in the line.</summary>
        public JsonValue Fields { get; }
    }
}
