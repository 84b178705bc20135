using System;
using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>A region's place in the list.</summary>
    public sealed class Placed
    {
        internal Placed(JsonValue line, bool isNew)
        {
            Id = line.Text("id");
            After = line.OptionalText("after");
            Following = (int)Math.Max(0, Math.Min(int.MaxValue, line["following"]?.AsLong ?? 0));
            Region = isNew || line["path"] != null ? new Region(line) : null;
        }

        /// <summary>The region's ID.</summary>
        public string Id { get; }

        /// <summary>The ID of the region directly before this one in the list; null for the first.</summary>
        public string After { get; }

        /// <summary>The number of regions that move with it: those directly behind it in the previous list.</summary>
        public int Following { get; }

        /// <summary>The region's new state; null if it has not changed.</summary>
        public Region Region { get; }
    }

    /// <summary>
    /// A change of the list of regions. Clients with <see cref="ClientOptions.TreeChanges"/> get it instead of <see cref="TreeItem"/>.
    /// </summary>
    public sealed class TreeChangedItem : Item
    {
        internal TreeChangedItem(JsonValue line)
        {
            Generation = line.Whole("generation");
            Added = line.Items("added").Select(one => new Placed(one, true)).ToArray();
            Removed = line.Texts("removed");
            Moved = line.Items("moved").Select(one => new Placed(one, false)).ToArray();
        }

        /// <summary>The tree's generation.</summary>
        public long Generation { get; }

        /// <summary>The regions that came.</summary>
        public IReadOnlyList<Placed> Added { get; }

        /// <summary>The IDs of the regions that went.</summary>
        public IReadOnlyList<string> Removed { get; }

        /// <summary>The regions that lie elsewhere or were replaced.</summary>
        public IReadOnlyList<Placed> Moved { get; }

        /// <summary>
        /// Returns the list after the change, in a time that grows with the number of regions and changes. Regions that are missing in
        /// <paramref name="regions"/> although the change refers to them are left out, and regions that belong behind a missing one come last.
        /// </summary>
        public List<Region> Applied(IEnumerable<Region> regions)
        {
            var list = new ChangingList(regions, new HashSet<string>(Added.Select(one => one.Id)), Removed);
            foreach (Placed one in Added)
            {
                list.Insert(new[] { one.Region }, one.After);
            }
            foreach (Placed one in Moved)
            {
                list.Move(one);
            }
            return list.Result();
        }
    }
}
