// Prints the items of the C# client, one JSON object per item: driver.exe wait|poll OPTIONS (see ../README.md).
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Touchd;

internal static class Driver
{
    private static readonly Dictionary<string, List<string>> Options = new Dictionary<string, List<string>>();
    private static readonly Dictionary<long, QuestionItem> Questions = new Dictionary<long, QuestionItem>();
    private static readonly TextWriter Output =
        new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };
    private static Queue<string> rules;
    // The regions that the client knows.
    private static List<Region> known = new List<Region>();

    private static int Main(string[] arguments)
    {
        for (int index = 1; index + 1 < arguments.Length; index += 2)
        {
            string key = arguments[index].Substring(2);
            if (!Options.ContainsKey(key))
            {
                Options[key] = new List<string>();
            }
            Options[key].Add(arguments[index + 1]);
        }
        rules = new Queue<string>(Options.ContainsKey("on") ? Options["on"] : new List<string>());
        var options = new ClientOptions
        {
            Path = One("socket"), Name = One("name"), Retries = int.Parse(One("retries") ?? "0"),
            HelloWithin = int.Parse(One("helloWithin") ?? "1000000"), TreeChanges = One("treeChanges") == "true",
        };
        string[] regions = Options.ContainsKey("regions") ? Options["regions"].ToArray() : new[] { "**" };
        var client = new TouchdClient(options);
        try
        {
            if (One("presses") != null)
            {
                Action<string> log = text => Put("log", new JsonObject { { "text", text } });
                foreach (TouchEvent press in Presses.On(regions, options, log).Take(int.Parse(One("presses"))))
                {
                    Put("press", new JsonObject { { "region", press.Region }, { "id", press.Id } });
                }
                return 0;
            }
            client.Subscribe(regions, WishesOf(Options.ToDictionary(one => one.Key, one => one.Value[0])));
            Act(client, "start");
            foreach (Item item in arguments[0] == "poll" ? Polled(client) : client)
            {
                Show(client, item);
            }
        }
        catch (ProtocolMismatchException error)
        {
            Fail(client, error, "protocol");
        }
        catch (RefusedException error)
        {
            Fail(client, error, "refused");
        }
        catch (UnreachableException error)
        {
            Fail(client, error, "unreachable");
        }
        return 0;
    }

    /// <summary>Works like a main loop that draws: polls until there is nothing, and goes on.</summary>
    private static IEnumerable<Item> Polled(TouchdClient client)
    {
        while (!client.IsClosed)
        {
            while (client.Poll() is Item item)
            {
                yield return item;
            }
            Thread.Sleep(2);
        }
    }

    private static string One(string key) => Options.TryGetValue(key, out List<string> values) ? values[0] : null;

    private static void Put(string item, JsonObject fields)
    {
        var line = new JsonObject { { "item", item } };
        foreach (KeyValuePair<string, JsonValue> one in fields)
        {
            line.Add(one.Key, one.Value);
        }
        Output.WriteLine(((JsonValue)line).ToString());
    }

    private static void Fail(TouchdClient client, TouchdException error, string kind)
    {
        Put("failed", new JsonObject { { "kind", kind }, { "message", error.Message } });
        if (rules.Count == 0 || !rules.Peek().StartsWith("failed "))
        {
            return;
        }
        // A request after the end is refused at once.
        try
        {
            Act(client, "failed");
        }
        catch (TouchdException again) when (ReferenceEquals(again, error))
        {
            Put("refused", new JsonObject());
        }
    }

    private static JsonValue Pair(Point? point) => point == null ? JsonValue.Null : JsonValue.List(point.Value.X, point.Value.Y);

    private static JsonValue Wholes(IEnumerable<long> numbers) => JsonValue.List(numbers.Select(one => (JsonValue)one));

    private static void Add(JsonObject fields, string key, JsonValue value)
    {
        if (value != null && !value.IsNull)
        {
            fields.Add(key, value);
        }
    }

    private static void Copy(JsonObject fields, JsonValue source, params string[] keys)
    {
        foreach (string key in keys)
        {
            Add(fields, key, source[key]);
        }
    }

    private static JsonValue Number(double? number) => number == null ? JsonValue.Null : number.Value;

    private static JsonValue Whole(long? number) => number == null ? JsonValue.Null : number.Value;

    private static JsonValue Flag(bool? flag) => flag == null ? JsonValue.Null : flag.Value;

    private static string Word(Enum value) => value.ToString().ToLowerInvariant();

    private static string Show(FrameItem frame, FrameEvent one)
    {
        var head = new JsonObject { { "seq", frame.Seq }, { "time", frame.Time }, { "panel", frame.Panel } };
        Add(head, "synthetic", one.IsSynthetic ? true : JsonValue.Null);
        string word;
        string region;
        long id = 0;
        if (one is TouchEvent touch)
        {
            word = "touch";
            region = touch.Region;
            id = touch.Id;
            AddTouch(head, touch);
        }
        else if (one is SensitiveEvent sensitive)
        {
            word = "sensitive";
            region = sensitive.Region;
            head.Add("id", sensitive.Id);
            head.Add("phase", Word(sensitive.Phase));
            head.Add("region", region);
            head.Add("target", sensitive.Target);
            Add(head, "reason", sensitive.Reason);
        }
        else if (one is GestureEvent gesture)
        {
            word = "gesture";
            region = gesture.Region;
            head.Add("gesture", gesture.Gesture);
            head.Add("kind", gesture.Kind);
            head.Add("region", region);
            head.Add("state", Word(gesture.State));
            head.Add("touches", Wholes(gesture.Touches));
            head.Add("local", Pair(gesture.Local));
            Add(head, "timestamp", Whole(gesture.Timestamp));
            Copy(head, gesture.Fields, "translation", "velocity", "scale", "rotation", "scaleVelocity", "rotationVelocity", "direction", "taps");
        }
        else if (one is ControlEvent control)
        {
            word = "control";
            region = control.Region;
            id = control.Id;
            head.Add("region", region);
            head.Add("action", control.Action);
            head.Add("id", id);
            Add(head, "value", Number(control.Value));
            Add(head, "isOn", Flag(control.IsOn));
        }
        else if (one is ScrollEvent scroll)
        {
            word = "scroll";
            region = scroll.Region;
            head.Add("region", region);
            head.Add("offset", Pair(scroll.Offset));
            head.Add("zoomScale", scroll.ZoomScale);
            head.Add("state", Word(scroll.State));
        }
        else
        {
            var outside = (OutsideEvent)one;
            word = "outside";
            region = outside.Region;
            head.Add("id", outside.Id);
            head.Add("region", region);
        }
        Put(word, head);
        if (one.IsPress)
        {
            Put("press", new JsonObject { { "region", region }, { "id", id } });
        }
        return word;
    }

    private static readonly Dictionary<TouchIdentity, long> Identities = new Dictionary<TouchIdentity, long>();

    private static void AddTouch(JsonObject head, TouchEvent touch)
    {
        head.Add("id", touch.Id);
        head.Add("phase", Word(touch.Phase));
        head.Add("region", touch.Region);
        head.Add("target", touch.Target);
        head.Add("x", touch.Location.X);
        head.Add("y", touch.Location.Y);
        head.Add("local", Pair(touch.Local));
        head.Add("tapCount", touch.TapCount);
        head.Add("inside", touch.IsInside);
        Add(head, "reason", touch.Reason);
        Copy(head, touch.Fields, "pressure", "major", "minor", "orientation", "distance", "tool");
        Add(head, "timestamp", Whole(touch.Timestamp));
        if (touch.Coalesced.Count > 0)
        {
            head.Add("coalesced", JsonValue.List(
                touch.Coalesced.Select(one => JsonValue.List(one.Time, one.Location.X, one.Location.Y, Pair(one.Local)))));
        }
        // The touch is the same object in each event, and its own end agrees with the event. A whole frame is read before its events are shown.
        if (touch.Phase == Phase.Began)
        {
            Identities.Add(touch.Touch, touch.Id);
        }
        if (!Identities.ContainsKey(touch.Touch))
        {
            throw new InvalidOperationException("another object stands for touch " + touch.Id);
        }
        bool agrees = touch.Phase == Phase.Ended ? touch.Touch.End is Ended
            : touch.Phase != Phase.Cancelled || (touch.Touch.End as Cancelled)?.Reason == touch.Reason;
        if (!agrees || (touch.Phase == Phase.Ended || touch.Phase == Phase.Cancelled) && touch.Touch.IsDown)
        {
            throw new InvalidOperationException("touch " + touch.Id + " has another end than its event");
        }
    }

    private static JsonValue Listed(IEnumerable<Region> regions) => JsonValue.List(regions.Select(Listed));

    private static JsonValue Listed(Region region)
    {
        RegionBounds box = region.Bounds;
        RegionTransform map = region.ToScreen;
        var fields = new JsonObject
        {
            { "id", region.Id }, { "path", region.Path }, { "kind", region.Kind }, { "screen", region.Screen },
            { "bounds", JsonValue.List(box.X, box.Y, box.Width, box.Height) },
            { "toScreen", JsonValue.List(map.A, map.B, map.C, map.D, map.Tx, map.Ty) },
        };
        Add(fields, "refuses", region.Refuses ? true : JsonValue.Null);
        Add(fields, "value", Number(region.Value));
        Add(fields, "isOn", Flag(region.IsOn));
        Add(fields, "offset", Pair(region.Offset));
        Add(fields, "zoomScale", Number(region.ZoomScale));
        return fields;
    }

    private static JsonValue Listed(Placed one)
    {
        var fields = new JsonObject { { "id", one.Id } };
        Add(fields, "after", one.After);
        Add(fields, "following", one.Following == 0 ? JsonValue.Null : one.Following);
        Add(fields, "path", one.Region?.Path);
        return fields;
    }

    private static JsonValue Listed(GaveWay one)
    {
        var fields = new JsonObject { { "region", one.Region } };
        Add(fields, "key", one.Key);
        Add(fields, "client", Whole(one.Client));
        return fields;
    }

    private static JsonObject Listed(ScreenItem screen)
    {
        var fields = new JsonObject { { "screen", screen.Screen }, { "display", screen.Display }, { "activity", screen.Activity } };
        Add(fields, "idle", Number(screen.Idle));
        fields.Add("mode", screen.Mode);
        Add(fields, "lastTouch", Whole(screen.LastTouch));
        return fields;
    }

    private static JsonValue Ids(IEnumerable<JsonValue> list) => JsonValue.List(list.Select(one => one["id"]));

    /// <summary>Prints an item, and runs the rules that it triggers.</summary>
    private static void Show(TouchdClient client, Item item)
    {
        if (item is FrameItem frame)
        {
            foreach (FrameEvent one in frame.Events)
            {
                string word = Show(frame, one);
                Act(client, word);
                if (client.IsClosed)
                {
                    return;
                }
            }
            return;
        }
        string type = item.GetType().Name;
        string name = char.ToLowerInvariant(type[0]) + type.Substring(1, type.Length - "Item".Length - 1);
        var message = item as MessageItem;
        if (message != null)
        {
            Put(name, new JsonObject { { "fields", message.Fields } });
        }
        else
        {
            Put(name, FieldsOf(item));
        }
        if (item is TreeChangedItem change)
        {
            known = change.Applied(known);
            if (One("list") != null)
            {
                Put("list", new JsonObject { { "ids", JsonValue.List(known.Select(region => region.Id)) } });
            }
        }
        Act(client, message?.Type ?? name);
    }

    private static JsonObject FieldsOf(Item item)
    {
        var fields = new JsonObject();
        if (item is ConnectedItem connected)
        {
            return new JsonObject { { "server", connected.Server }, { "epoch", connected.Epoch } };
        }
        if (item is DisconnectedItem disconnected)
        {
            return new JsonObject { { "reason", disconnected.Reason } };
        }
        if (item is WaitingItem waiting)
        {
            fields.Add("path", waiting.Path);
            Add(fields, "errno", Whole(waiting.Errno));
            fields.Add("message", waiting.Message);
            return fields;
        }
        if (item is ReplyItem reply)
        {
            fields.Add("id", reply.Id);
            fields.Add("ok", reply.IsOk);
            Add(fields, "code", reply.Code);
            Add(fields, "message", reply.Message);
            Add(fields, "hint", reply.Hint);
            return fields;
        }
        if (item is ScreenItem screen)
        {
            return Listed(screen);
        }
        if (item is StaffItem staff)
        {
            return new JsonObject { { "screen", staff.Screen }, { "id", staff.Id }, { "time", staff.Time } };
        }
        if (item is LaggedItem lagged)
        {
            return new JsonObject { { "seq", lagged.Seq }, { "merged", lagged.Merged }, { "cancelled", Wholes(lagged.Cancelled) } };
        }
        if (item is ReleasedItem released)
        {
            return new JsonObject { { "receivers", released.Receivers }, { "reason", released.Reason } };
        }
        if (item is WarningItem warning)
        {
            fields.Add("code", warning.Code);
            fields.Add("message", warning.Message);
            Copy(fields, warning.Fields, "id", "glob", "near");
            return fields;
        }
        return item is QuestionItem question ? FieldsOf(question) : FieldsOfTree(item);
    }

    private static JsonObject FieldsOf(QuestionItem question)
    {
        Questions[question.Id] = question;
        var fields = new JsonObject
        {
            { "id", question.Id }, { "ask", question.Ask }, { "time", question.Time }, { "deadline", question.Deadline }, { "panel", question.Panel },
            { "gesture", question.Gesture }, { "kind", question.Kind }, { "region", question.Region }, { "touches", Wholes(question.Touches) },
            { "local", Pair(question.Local) },
        };
        Add(fields, "target", question.Target);
        return fields;
    }

    private static JsonObject FieldsOfTree(Item item)
    {
        var fields = new JsonObject();
        if (item is SnapshotItem snapshot)
        {
            known = snapshot.Regions.ToList();
            fields = new JsonObject
            {
                { "seq", snapshot.Seq }, { "generation", snapshot.Generation }, { "panels", Ids(snapshot.Panels) },
                { "regions", Listed(snapshot.Regions) }, { "touches", Ids(snapshot.Touches) },
            };
            if (snapshot.Screens.Count > 0)
            {
                fields.Add("screens", JsonValue.List(snapshot.Screens.Select(one => (JsonValue)Listed(one))));
            }
        }
        else if (item is ConfigItem config)
        {
            fields = new JsonObject
            {
                { "ok", config.IsOk }, { "generation", config.Generation }, { "panels", Ids(config.Panels) }, { "regions", Listed(config.Regions) },
                { "gaveWay", JsonValue.List(config.GaveWay.Select(Listed)) },
            };
            Add(fields, "message", config.Message);
        }
        else if (item is TreeItem tree)
        {
            fields = new JsonObject { { "generation", tree.Generation }, { "regions", Listed(tree.Regions) } };
        }
        else if (item is ChangedItem changed)
        {
            fields = new JsonObject { { "generation", changed.Generation }, { "regions", Listed(changed.Regions) } };
        }
        else if (item is TreeChangedItem change)
        {
            fields = new JsonObject
            {
                { "generation", change.Generation }, { "added", JsonValue.List(change.Added.Select(Listed)) }, { "removed", change.Removed },
                { "moved", JsonValue.List(change.Moved.Select(Listed)) },
            };
        }
        else
        {
            var overridden = (OverriddenItem)item;
            fields = new JsonObject { { "region", overridden.Region }, { "generation", overridden.Generation } };
            Add(fields, "key", overridden.Key);
        }
        return fields;
    }

    /// <summary>Returns the wishes of a subscription, from the words of a script.</summary>
    private static Wishes WishesOf(Dictionary<string, string> words) => new Wishes
    {
        Events = words.ContainsKey("events") ? words["events"].Split(',') : null, Observe = words.ContainsKey("observe"),
        Axes = words.ContainsKey("axes"), MaxRate = words.ContainsKey("maxRate") ? double.Parse(words["maxRate"]) : (double?)null,
        Coalesced = words.ContainsKey("coalesced"),
    };

    /// <summary>Runs the actions of the current rule, one after another, if its word came.</summary>
    private static void Act(TouchdClient client, string word)
    {
        if (rules.Count == 0 || !rules.Peek().StartsWith(word + " "))
        {
            return;
        }
        foreach (string action in rules.Dequeue().Substring(word.Length + 1).Split(new[] { " + " }, StringSplitOptions.None))
        {
            Act(client, action.Split(' '));
        }
    }

    private static void Act(TouchdClient client, string[] words)
    {
        switch (words[0])
        {
            case "subscribe":
                string[] globs = words[1].Split(',');
                Wishes wishes = WishesOf(words.Skip(2).Select(one => one.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]));
                // One name as a string, several as a list.
                if (globs.Length == 1)
                {
                    client.Subscribe(globs[0], wishes);
                }
                else
                {
                    client.Subscribe(globs, wishes);
                }
                break;
            case "unsubscribe":
                client.Unsubscribe(long.Parse(words[1]));
                break;
            case "claim":
                client.Claim(words[1].Split(','), words.Length > 2 ? int.Parse(words[2]) : (int?)null);
                break;
            case "release":
                client.Release(words[1].Split(','));
                break;
            case "edits":
                client.Edit(JsonValue.Parse(words[2]).AsList, words[1].Contains("keep"), words[1].Contains("redo"));
                break;
            case "ack":
                client.Acknowledge(long.Parse(words[1]));
                break;
            case "answer":
                // The question itself if it has been received, otherwise its number.
                if (Questions.TryGetValue(long.Parse(words[1]), out QuestionItem question))
                {
                    client.Answer(question, words[2] == "true");
                }
                else
                {
                    client.Answer(long.Parse(words[1]), words[2] == "true");
                }
                break;
            case "close":
                client.Close();
                break;
            case "nothing":
                break;
            case "many":
                for (int number = 0; number < int.Parse(words[1]); number++)
                {
                    client.Request(words[2]);
                }
                break;
            case "large":
                client.Request(words[2], new JsonObject { { "text", new string('x', int.Parse(words[1])) } });
                break;
            default:
                client.Request(words[0]);
                break;
        }
    }
}
