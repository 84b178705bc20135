// The checks of the C# library from inside, compiled together with its sources: inside.exe applied|edits|json|closed|fuzz (../csharp.py).
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Text;
using Touchd;

internal static class Inside
{
    private static int Main(string[] arguments)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        string input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false)).ReadToEnd();
        switch (arguments[0])
        {
            case "applied":
                Console.WriteLine(JsonValue.List(JsonValue.Parse(input).AsList.Select(Applied)));
                return 0;
            case "edits":
                Console.WriteLine(JsonValue.List(JsonValue.Parse(input).AsList.Select(Reduced)));
                return 0;
            case "closed":
                Console.Write(LeftAfterClose());
                return 0;
            case "json":
                foreach (string line in input.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries))
                {
                    Console.WriteLine(Read(Convert.FromBase64String(line)));
                }
                return 0;
            default:
                string[] lines = input.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries);
                return Fuzz(lines, int.Parse(arguments[1]), int.Parse(arguments[2]), arguments[3]);
        }
    }

    /// <summary>Returns the list of a case of ../changes.py after its change.</summary>
    private static JsonValue Applied(JsonValue one)
    {
        List<Region> list = new TreeChangedItem(one["change"]).Applied(one["regions"].AsList.Select(region => new Region(region)));
        return new JsonObject { { "list", JsonValue.List(list.Select(region => JsonValue.List(region.Id, region.Path))) }, { "reads", 0 } };
    }

    /// <summary>Returns the edits that are left of a history of ../edits.py.</summary>
    private static JsonValue Reduced(JsonValue history)
    {
        var edits = new Edits();
        for (int index = 0; index < history.AsList.Count; index++)
        {
            edits.Ask(new Request(index + 1, new JsonObject { { "type", "edit" }, { "edits", JsonValue.List(history[index]) } }), true);
            edits.Answer(index + 1, true);
        }
        return JsonValue.List(edits.Lines("another").SelectMany(request => request.Line["edits"].AsList));
    }

    /// <summary>Makes requests after <c>Close</c>. Returns what they leave behind, in words; an empty text if that is nothing.</summary>
    private static string LeftAfterClose()
    {
        byte[] hello = Encoding.UTF8.GetBytes("{\"type\":\"hello\",\"protocol\":1,\"server\":\"touchd\",\"epoch\":\"e\"}\n");
        var stream = new LineStream(null, false);
        stream.Feed(hello, hello.Length);
        stream.Next();
        stream.Close();
        var client = new TouchdClient(new ClientOptions { Path = "/nowhere" });
        client.Close();
        for (int round = 0; round < 2000; round++)
        {
            stream.Ask("ping", new JsonObject());
            stream.AskOnEach("claim", new JsonObject { { "receivers", new[] { "a" } } });
            stream.Release(new[] { "b" });
            stream.Edit(JsonValue.List(new JsonValue[0]), false, true);
            client.Request("ping");
            client.Release("a");
        }
        int left = stream.Outgoing.Count + stream.Asked.RemoveSettled().Count + stream.GiveUp().Count;
        return left == 0 && client.Poll() == null ? "" : left + " lines and replies are left, or an item comes";
    }

    private static string Read(byte[] text)
    {
        try
        {
            return JsonReader.Read(text, 0, text.Length).ToString();
        }
        catch (JsonFormatException error)
        {
            return "refused: " + error.Message;
        }
    }

    /// <summary>Lets clients read broken bytes from a socket, and make requests meanwhile. Only the library's own exceptions may come.</summary>
    private static int Fuzz(string[] lines, int seed, int rounds, string path)
    {
        byte[][] corpus = lines.Select(Convert.FromBase64String).ToArray();
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        var ends = new SortedDictionary<string, int>();
        for (int round = 0; round < rounds; round++)
        {
            var random = new Random(seed + round);
            byte[] bytes = Broken(corpus, random);
            try
            {
                string end = Play(listener, path, bytes, random);
                ends[end] = ends.TryGetValue(end, out int count) ? count + 1 : 1;
            }
            catch (Exception error)
            {
                Console.WriteLine("round " + (seed + round) + " of " + Convert.ToBase64String(bytes) + ": " + error);
                return 1;
            }
        }
        Console.WriteLine(string.Join(", ", ends.Select(one => one.Value + " " + one.Key)));
        return 0;
    }

    private static byte[] Broken(byte[][] corpus, Random random)
    {
        var bytes = new List<byte>(corpus[0]);
        int count = random.Next(1, 30);
        long seq = 0;
        for (int index = 0; index < count; index++)
        {
            byte[] line = corpus[random.Next(corpus.Length)];
            string text = Encoding.UTF8.GetString(line);
            // Most lines have the right number, so that the client gets far.
            bool isCounted = text.Contains("\"type\":\"frame\"") || text.Contains("\"type\":\"snapshot\"") || text.Contains("\"type\":\"lagged\"");
            int place = text.IndexOf("\"seq\":", StringComparison.Ordinal);
            if (isCounted && place >= 0 && random.Next(50) > 0)
            {
                int end = text.IndexOfAny(new[] { ',', '}' }, place);
                line = Encoding.UTF8.GetBytes(text.Substring(0, place) + "\"seq\":" + ++seq + text.Substring(end));
            }
            bytes.AddRange(line);
        }
        int changes = random.Next(4);
        for (int change = 0; change < changes; change++)
        {
            Break(bytes, random);
        }
        return bytes.ToArray();
    }

    private static void Break(List<byte> bytes, Random random)
    {
        string[] pieces =
        {
            "null", "-1", "1e400", "9223372036854775808", "\"\"", "[]", "{}", "true", "\\ud800", "\n", "0.5", "\"\\u0000\"", ",", "\"type\"",
        };
        int place = random.Next(bytes.Count);
        int kind = random.Next(4);
        int colon = bytes.IndexOf((byte)':', place);
        int end = colon < 0 ? -1 : bytes.FindIndex(colon, one => one == ',' || one == '}' || one == '\n');
        if (kind == 0)
        {
            bytes[place] = (byte)random.Next(256);
        }
        else if (kind == 1)
        {
            bytes.RemoveRange(place, random.Next(1, Math.Min(20, bytes.Count - place) + 1));
        }
        else if (kind == 2)
        {
            bytes.InsertRange(place, Encoding.UTF8.GetBytes(pieces[random.Next(pieces.Length)]));
        }
        else if (end > 0)
        {
            // Replaces a value, so that the line is JSON still.
            bytes.RemoveRange(colon + 1, end - colon - 1);
            bytes.InsertRange(colon + 1, Encoding.UTF8.GetBytes(pieces[random.Next(pieces.Length)]));
        }
    }

    /// <summary>Returns the end of a client that has read the bytes.</summary>
    private static string Play(Socket listener, string path, byte[] bytes, Random random)
    {
        using (var client = new TouchdClient(new ClientOptions { Path = path, Retries = 0, TreeChanges = random.Next(2) == 0 }))
        {
            client.Subscribe("**");
            client.Claim(new[] { "a", "pad" });
            if (client.Poll() != null)
            {
                throw new InvalidOperationException("an item before the hello");
            }
            using (Socket server = listener.Accept())
            {
                server.Send(bytes);
            }
            var down = new HashSet<TouchIdentity>();
            var unanswered = new HashSet<long>();
            string last = "nothing";
            try
            {
                while (client.Read() is Item item)
                {
                    last = (item as DisconnectedItem)?.Reason ?? last;
                    Follow(item, down);
                    unanswered.Remove((item as ReplyItem)?.Id ?? (item as MessageItem)?.Fields["id"]?.AsLong ?? 0);
                    Ask(client, random, unanswered);
                }
                return "closed by nobody";
            }
            catch (TouchdException error)
            {
                if (down.Count > 0)
                {
                    throw new InvalidOperationException(down.Count + " touches have no end");
                }
                if (unanswered.Count > 0)
                {
                    throw new InvalidOperationException("requests have no answer: " + string.Join(", ", unanswered));
                }
                return error.GetType().Name + " after " + last;
            }
        }
    }

    /// <summary>Checks that each touch begins once and ends once.</summary>
    private static void Follow(Item item, HashSet<TouchIdentity> down)
    {
        foreach (TouchEvent one in ((item as FrameItem)?.Events ?? new FrameEvent[0]).OfType<TouchEvent>())
        {
            bool isOver = one.Phase == Phase.Ended || one.Phase == Phase.Cancelled;
            bool isRight = one.Phase == Phase.Began ? down.Add(one.Touch) : isOver ? down.Remove(one.Touch) : down.Contains(one.Touch);
            if (!isRight)
            {
                throw new InvalidOperationException("touch " + one.Id + " has a " + one.Phase + " that breaks the grammar");
            }
        }
        (item as TreeChangedItem)?.Applied(new Region[0]);
        item.ToString();
    }

    private static void Ask(TouchdClient client, Random random, HashSet<long> unanswered)
    {
        int kind = random.Next(12);
        if (kind == 0)
        {
            unanswered.Add(client.Request("ping"));
        }
        else if (kind == 1)
        {
            unanswered.Add(client.Edit(new JsonObject { { "op", "set" }, { "region", "a" }, { "key", "frame" }, { "value", 1 } }, redo: true));
        }
        else if (kind == 2)
        {
            unanswered.Add(client.Unsubscribe(1));
        }
        else if (kind == 3)
        {
            unanswered.Add(client.Release("a"));
        }
    }
}
