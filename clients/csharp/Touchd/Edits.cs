using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>
    /// The edits to redo on each new connection: the rest of each request, in the order of the requests. A later edit replaces an earlier one of
    /// the same property, and regions that were added and removed again are dropped.
    /// </summary>
    internal sealed class Edits
    {
        private sealed class Redo
        {
            internal long Id;
            internal JsonValue Line;
            // The edits of the line that still have an effect.
            internal List<Edit> Edits;
            // True once touchd has done the request.
            internal bool IsDone;
            internal bool IsSent;
            internal bool IsUnanswered = true;
        }

        private readonly List<Redo> requests = new List<Redo>();
        private string epoch;

        private List<Edit> Done => requests.Where(one => one.IsDone).SelectMany(one => one.Edits).ToList();

        internal void Ask(Request request, bool isSent) => requests.Add(new Redo
        {
            Id = request.Id,
            Line = request.Line,
            Edits = request.Line["edits"].AsList.Select(one => new Edit(one)).ToList(),
            IsSent = isSent,
        });

        internal void Answer(long id, bool isOk)
        {
            Redo request = requests.Find(one => one.Id == id && one.IsUnanswered);
            if (request == null)
            {
                return;
            }
            request.IsUnanswered = false;
            if (!isOk)
            {
                requests.Remove(request);
            }
            else if (!request.IsDone)
            {
                request.IsDone = true;
                List<Edit> edits = request.Edits;
                request.Edits = new List<Edit>();
                foreach (Edit edit in edits)
                {
                    Append(edit, request);
                }
                Prune();
            }
        }

        /// <summary>
        /// Returns the requests to redo on a new connection. If touchd has kept running, it has removed only the regions that the old connection had
        /// added, so only edits of these regions are redone.
        /// </summary>
        internal List<Request> Lines(string newEpoch)
        {
            bool isSame = newEpoch == epoch;
            epoch = newEpoch;
            Dictionary<string, string> parents = Parents();
            var lost = new HashSet<string>(
                requests.Where(one => one.IsDone && one.Line["keep"]?.AsBool != true).SelectMany(one => one.Edits).SelectMany(edit => edit.AddedIds));
            var lines = new List<Request>();
            foreach (Redo request in requests)
            {
                JsonValue line = request.Line;
                if (request.IsDone)
                {
                    List<JsonValue> edits = request.Edits.Where(edit => !isSame || IsIn(Subject(edit), lost, parents))
                        .Select(edit => edit.Fields).ToList();
                    request.IsUnanswered = edits.Count > 0;
                    if (edits.Count == 0)
                    {
                        continue;
                    }
                    line = line.With("edits", JsonValue.List(edits));
                }
                request.IsSent = true;
                lines.Add(new Request(request.Id, line));
            }
            return lines;
        }

        /// <summary>Removes a request that is too long for this server.</summary>
        internal void Drop(long id) => requests.RemoveAll(one => one.Id == id);

        /// <summary>Drops edits that the configuration file has overridden, so that the next connection does not redo them.</summary>
        internal void Override(string region, string key)
        {
            HashSet<string> inside = Inside(region);
            Forget(Done.Where(edit => key == null
                ? IsAbout(edit, inside)
                : edit.Op != "add" && edit.Region == region && edit.IsAbout(key)));
            Prune();
        }

        /// <summary>Removes and returns the requests without a reply, and whether they were sent.</summary>
        internal List<KeyValuePair<long, bool>> GiveUp()
        {
            List<KeyValuePair<long, bool>> undone = requests.Where(one => !one.IsDone)
                .Select(one => new KeyValuePair<long, bool>(one.Id, one.IsSent)).ToList();
            requests.RemoveAll(one => !one.IsDone);
            return undone;
        }

        private void Append(Edit edit, Redo request)
        {
            if (edit.Op == "remove" && edit.Region != null && Undo(edit.Region))
            {
                return;
            }
            List<Edit> done = Done;
            int lastRemove = done.FindLastIndex(one => one.Op == "remove");
            // An earlier move stays, because it may have moved the region out of one that was removed later.
            Forget(done.Where((one, index) => edit.Replaces(one) && (one.Op != "move" || index > lastRemove)));
            request.Edits.Add(edit);
        }

        /// <summary>
        /// Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one
        /// of the dropped edits had added the region.
        /// </summary>
        private bool Undo(string region)
        {
            HashSet<string> inside = Inside(region);
            List<Edit> done = Done;
            List<Edit> adds = done.Where(edit => edit.Op == "add" && inside.Contains(edit.Region ?? "")).ToList();
            var own = new HashSet<string>(adds.SelectMany(edit => edit.AddedIds));
            // Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order
            // matters.
            if (inside.Any(one => one != region && !own.Contains(one)) || !own.IsSubsetOf(inside)
                || done.Any(edit => inside.Contains(edit.Parent ?? "") && !IsAbout(edit, inside)))
            {
                return false;
            }
            int lastRemove = done.FindLastIndex(edit => edit.Op == "remove");
            var added = new HashSet<string>();
            var gone = new List<Edit>();
            for (int index = 0; index < done.Count; index++)
            {
                Edit edit = done[index];
                // An earlier move stays, because it may have moved the region out of one that was removed later.
                bool isGone = edit.Op == "remove" ? added.Contains(edit.Region ?? "")
                    : IsAbout(edit, inside) && (edit.Op != "move" || index > lastRemove || own.Contains(edit.Region ?? ""));
                if (isGone)
                {
                    gone.Add(edit);
                }
                if (adds.Contains(edit))
                {
                    added.UnionWith(edit.AddedIds);
                }
            }
            Forget(gone);
            return adds.Any(edit => edit.Region == region);
        }

        private void Forget(IEnumerable<Edit> edits)
        {
            var gone = new HashSet<Edit>(edits);
            foreach (Redo request in requests.Where(one => one.IsDone))
            {
                request.Edits.RemoveAll(gone.Contains);
            }
        }

        private void Prune() => requests.RemoveAll(one => one.IsDone && one.Edits.Count == 0);

        /// <summary>Returns the parent of each region that edits have added or moved.</summary>
        private Dictionary<string, string> Parents()
        {
            var parents = new Dictionary<string, string>();
            foreach (Edit edit in Done)
            {
                foreach (KeyValuePair<JsonValue, string> added in edit.Added)
                {
                    parents[added.Key["id"]?.AsString ?? ""] = added.Value;
                }
                if (edit.Op == "move" && edit.Region != null)
                {
                    parents[edit.Region] = edit.Parent;
                }
            }
            return parents;
        }

        /// <summary>Returns the region, and the regions that edits have put into it.</summary>
        private HashSet<string> Inside(string region)
        {
            Dictionary<string, string> parents = Parents();
            var itself = new HashSet<string> { region };
            return new HashSet<string>(parents.Keys.Where(one => IsIn(one, itself, parents)).Concat(itself));
        }

        private static bool IsIn(string region, HashSet<string> regions, Dictionary<string, string> parents)
        {
            for (int step = 0; region != null && step <= parents.Count; step++)
            {
                if (regions.Contains(region))
                {
                    return true;
                }
                parents.TryGetValue(region, out region);
            }
            return false;
        }

        private bool IsAbout(Edit edit, HashSet<string> regions) => Subject(edit) is string subject && regions.Contains(subject);

        /// <summary>Returns the region that an edit concerns; null if it is unknown.</summary>
        private string Subject(Edit edit)
        {
            if (edit.Gesture == null)
            {
                return edit.Region;
            }
            foreach (KeyValuePair<JsonValue, string> added in Done.SelectMany(one => one.Added))
            {
                if ((added.Key["gestures"]?.AsList ?? new JsonValue[0]).Any(gesture => gesture["id"]?.AsString == edit.Gesture))
                {
                    return added.Key["id"]?.AsString;
                }
            }
            return null;
        }
    }
}
