using System.Collections;
using System.Collections.Generic;

namespace Touchd
{
    /// <summary>
    /// An object in the making, which becomes a <see cref="JsonValue"/> by itself: <c>new JsonObject { { "op", "set" }, { "value", 1 } }</c>.
    /// </summary>
    public sealed class JsonObject : IEnumerable<KeyValuePair<string, JsonValue>>
    {
        private readonly Dictionary<string, JsonValue> members = new Dictionary<string, JsonValue>();

        /// <summary>Adds a member. If the key is there already, the new value replaces the old one.</summary>
        public void Add(string key, JsonValue value) => members[key] = value ?? JsonValue.Null;

        /// <summary>Adds a list of strings.</summary>
        public void Add(string key, IEnumerable<string> texts) => Add(key, JsonValue.List(texts));

        /// <summary>Returns the members.</summary>
        public IEnumerator<KeyValuePair<string, JsonValue>> GetEnumerator() => members.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        /// <summary>Makes a value of the members that are there now.</summary>
        public static implicit operator JsonValue(JsonObject made) =>
            made == null ? JsonValue.Null : new JsonValue(new Dictionary<string, JsonValue>(made.members));
    }
}
