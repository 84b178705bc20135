using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>A list of regions while a change is applied to it.</summary>
    internal sealed class ChangingList
    {
        // The regions of the previous list that were not removed, and the place of each that has not moved.
        private readonly List<Region> rest;
        private readonly Dictionary<string, int> places = new Dictionary<string, int>();
        private readonly HashSet<string> known;
        // The neighbours of each place. The last entry stands for the ends of the list.
        private readonly int[] before;
        private readonly int[] behind;
        private readonly int end;
        // The regions that come behind another one, or first; and those whose neighbour is unknown.
        private readonly Dictionary<string, List<Region>> placed = new Dictionary<string, List<Region>>();
        private readonly List<Region> first = new List<Region>();
        private readonly List<Region> last = new List<Region>();

        internal ChangingList(IEnumerable<Region> regions, HashSet<string> added, IEnumerable<string> removed)
        {
            var gone = new HashSet<string>(added);
            gone.UnionWith(removed);
            rest = regions.Where(region => !gone.Contains(region.Id)).ToList();
            end = rest.Count;
            before = new int[end + 1];
            behind = new int[end + 1];
            for (int place = 0; place <= end; place++)
            {
                before[place] = place == 0 ? end : place - 1;
                behind[place] = place == end ? 0 : place + 1;
            }
            for (int place = 0; place < end; place++)
            {
                places[rest[place].Id] = place;
            }
            known = added;
            known.UnionWith(places.Keys);
        }

        internal void Insert(IEnumerable<Region> regions, string after)
        {
            List<Region> list = after == null ? first : last;
            if (after != null && known.Contains(after) && !placed.TryGetValue(after, out list))
            {
                placed[after] = list = new List<Region>();
            }
            list.AddRange(regions);
        }

        internal void Move(Placed one)
        {
            if (!places.TryGetValue(one.Id, out int place))
            {
                return;
            }
            Region region = Remove(place);
            var moving = new List<Region> { one.Region ?? region };
            while (moving.Count <= one.Following && behind[place] != end)
            {
                place = behind[place];
                moving.Add(Remove(place));
            }
            Insert(moving, one.After);
        }

        internal List<Region> Result()
        {
            var left = new Stack<Region>(Enumerable.Reverse(last));
            for (int place = before[end]; place != end; place = before[place])
            {
                left.Push(rest[place]);
            }
            Push(left, first);
            var now = new List<Region>();
            while (left.Count > 0)
            {
                Region region = left.Pop();
                now.Add(region);
                if (placed.TryGetValue(region.Id, out List<Region> behindIt))
                {
                    placed.Remove(region.Id);
                    Push(left, behindIt);
                }
            }
            return now;
        }

        private static void Push(Stack<Region> stack, List<Region> regions)
        {
            for (int index = regions.Count - 1; index >= 0; index--)
            {
                stack.Push(regions[index]);
            }
        }

        private Region Remove(int place)
        {
            behind[before[place]] = behind[place];
            before[behind[place]] = before[place];
            places.Remove(rest[place].Id);
            return rest[place];
        }
    }
}
