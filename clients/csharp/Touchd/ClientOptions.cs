namespace Touchd
{
    /// <summary>The options of a client.</summary>
    public sealed class ClientOptions
    {
        /// <summary>The socket; null: <c>$TOUCHD_SOCKET</c>, or <c>/run/touchd/events.sock</c>.</summary>
        public string Path { get; set; }

        /// <summary>The client's name in touchd's log.</summary>
        public string Name { get; set; }

        /// <summary>The number of attempts to connect until a connection has lasted again; null: without end.</summary>
        public int? Retries { get; set; } = 100;

        /// <summary>The milliseconds within which the server must say hello after it has accepted the connection.</summary>
        public int HelloWithin { get; set; } = 5000;

        /// <summary>True if changes of the tree come as <see cref="TreeChangedItem"/>, if this touchd supports it.</summary>
        public bool TreeChanges { get; set; }
    }

    /// <summary>The options of a subscription, besides its regions.</summary>
    public sealed class Wishes
    {
        /// <summary>The kinds of events: <c>touch</c>, <c>gesture</c>, <c>control</c>, <c>scroll</c>; null: all.</summary>
        public string[] Events { get; set; }

        /// <summary>True to observe touches that other clients have claimed, as far as the access rules allow it.</summary>
        public bool Observe { get; set; }

        /// <summary>True to get pressure, size and the other axes of the panel.</summary>
        public bool Axes { get; set; }

        /// <summary>The limit in frames per second; null: none.</summary>
        public double? MaxRate { get; set; }

        /// <summary>True to get the samples that were merged into an event.</summary>
        public bool Coalesced { get; set; }
    }
}
