namespace Touchd
{
    /// <summary>The phase of a touch. Only <see cref="Ended"/> is a lift.</summary>
    public enum Phase
    {
        /// <summary>The finger came down.</summary>
        Began,
        /// <summary>The finger has moved.</summary>
        Moved,
        /// <summary>The finger has not moved.</summary>
        Stationary,
        /// <summary>The finger has lifted.</summary>
        Ended,
        /// <summary>The touch was interrupted. The program must not do what the touch would have done.</summary>
        Cancelled,
    }

    /// <summary>The state of a gesture or of a scroll view.</summary>
    public enum State
    {
        /// <summary>A discrete gesture was made. No further event of it follows.</summary>
        Recognized,
        /// <summary>The gesture or scroll began.</summary>
        Began,
        /// <summary>A change between begin and end.</summary>
        Changed,
        /// <summary>The end.</summary>
        Ended,
        /// <summary>The gesture or scroll was interrupted. The program must not do what it would have done.</summary>
        Cancelled,
    }
}
