namespace Touchd
{
    /// <summary>The kinds of JSON values.</summary>
    public enum JsonKind
    {
        /// <summary>The word <c>null</c>.</summary>
        Null,
        /// <summary>The words <c>true</c> and <c>false</c>.</summary>
        Bool,
        /// <summary>A number.</summary>
        Number,
        /// <summary>A string.</summary>
        String,
        /// <summary>A list of values.</summary>
        List,
        /// <summary>An object: values with keys.</summary>
        Object,
    }
}
