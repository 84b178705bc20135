using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;

namespace Touchd
{
    /// <summary>
    /// A client of touchd. It connects when the first item is requested, and again when the connection is lost: after growing delays, and at most
    /// <see cref="ClientOptions.Retries"/> times until a connection has lasted again. A lost connection first cancels everything in progress.
    /// </summary>
    /// <example>
    /// <code>
    /// using (var client = new TouchdClient())
    /// {
    ///     client.Subscribe("kiosk/menu/**");
    ///     foreach (Item item in client) { … }
    /// }
    /// </code>
    /// A program with a main loop, such as a game, calls <see cref="Poll"/> in it until it returns null.
    /// </example>
    /// <remarks>
    /// A client is for one thread: nothing in it is locked, and it starts no thread. Another thread passes its requests to that thread, or uses a
    /// separate client.
    /// </remarks>
    public sealed partial class TouchdClient : IDisposable, IEnumerable<Item>
    {
        private readonly LineStream stream;
        private readonly Attempts attempts;
        private readonly Queue<Item> items = new Queue<Item>();
        private readonly byte[] buffer = new byte[64 << 10];
        private Connection connection;
        // The error that ends the client. Only the rest of `items` is still handed out.
        private TouchdException failure;

        /// <summary>Makes a client. It connects when the first item is requested.</summary>
        public TouchdClient(ClientOptions options = null)
        {
            options = options ?? new ClientOptions();
            string path = string.IsNullOrEmpty(options.Path) ? Environment.GetEnvironmentVariable("TOUCHD_SOCKET") : options.Path;
            stream = new LineStream(options.Name, options.TreeChanges);
            attempts = new Attempts(string.IsNullOrEmpty(path) ? "/run/touchd/events.sock" : path, options.Retries, options.HelloWithin);
        }

        /// <summary>True once the client was closed, or its error was thrown. No further item comes.</summary>
        public bool IsClosed { get; private set; }

        /// <summary>
        /// Returns the next item without waiting; null if none has come, or if the client is closed. Call it until it returns null, in each turn of
        /// the program's loop: in Unity in <c>Update</c>, in Godot in <c>_Process</c>.
        /// </summary>
        /// <exception cref="TouchdException">The client has ended. It is thrown once.</exception>
        public Item Poll() => Read(0);

        /// <summary>Returns the next item; null if none has come in time, or if the client is closed.</summary>
        /// <param name="timeout">The longest wait in milliseconds; -1: without end.</param>
        /// <exception cref="TouchdException">The client has ended. It is thrown once.</exception>
        public Item Read(int timeout = Timeout.Infinite)
        {
            double deadline = timeout < 0 ? double.PositiveInfinity : Attempts.Now + timeout / 1000.0;
            while (items.Count == 0)
            {
                if (failure != null && !IsClosed)
                {
                    Close();
                    throw failure;
                }
                if (IsClosed || !Advance() && !Wait(deadline - Attempts.Now) && Attempts.Now >= deadline)
                {
                    return null;
                }
            }
            return items.Dequeue();
        }

        /// <summary>Returns the items one by one, and waits for each. Ends when the client is closed.</summary>
        /// <exception cref="TouchdException">The client has ended.</exception>
        public IEnumerator<Item> GetEnumerator()
        {
            while (Read() is Item item)
            {
                yield return item;
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        /// <summary>Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client.</summary>
        public void Close()
        {
            IsClosed = true;
            items.Clear();
            stream.Close();
            Drop();
        }

        /// <inheritdoc cref="Close"/>
        public void Dispose() => Close();

        /// <summary>Does one step that needs no waiting. Returns false if there was none.</summary>
        private bool Advance()
        {
            if (connection == null)
            {
                if (attempts.Due != null)
                {
                    return false;
                }
                Plan();
                return true;
            }
            Append(null, 0);
            Flush();
            if (stream.IsOver)
            {
                Drop();
            }
            return connection == null || items.Count > 0 || failure != null;
        }

        private void Plan()
        {
            TouchdException error = stream.Mismatch;
            WaitingItem waiting = error == null ? attempts.Plan(stream.IsGreeted, out error) : null;
            if (error != null)
            {
                Fail(error);
            }
            else if (waiting != null)
            {
                items.Enqueue(waiting);
            }
        }

        /// <summary>Waits for bytes or for the next attempt, at most so many seconds. Returns false if nothing has come.</summary>
        private bool Wait(double seconds)
        {
            if (connection == null)
            {
                return WaitForAttempt(seconds);
            }
            int count = connection.Read(buffer);
            if (count != 0)
            {
                Append(buffer, count);
                return true;
            }
            double patience = stream.IsGreeted ? double.PositiveInfinity : attempts.HelloDue - Attempts.Now;
            if (patience <= 0)
            {
                attempts.RecordSilence();
                Append(null, -1);
                return true;
            }
            seconds = Math.Min(seconds, patience);
            return seconds > 0 && connection.Wait(seconds, stream.Outgoing.Count > 0);
        }

        private bool WaitForAttempt(double seconds)
        {
            double left = attempts.Due.Value - Attempts.Now;
            if (left > 0)
            {
                // Rounded up, so that the thread does not wake before the time.
                int milliseconds = (int)Math.Ceiling(Math.Max(0, Math.Min(left, Math.Min(seconds, 1))) * 1000);
                if (milliseconds > 0)
                {
                    Thread.Sleep(milliseconds);
                }
                return false;
            }
            stream.Reset();
            connection = attempts.Connect();
            return true;
        }

        /// <summary>Appends the next items of the stream.</summary>
        /// <param name="bytes">Bytes that were just read, if any.</param>
        /// <param name="count">Their number; -1: the connection was lost.</param>
        private void Append(byte[] bytes, int count)
        {
            try
            {
                if (count > 0)
                {
                    stream.Feed(bytes, count);
                }
                Append(count < 0 ? stream.Lose("closed") : stream.Next());
            }
            catch (TouchdException error)
            {
                Fail(error);
            }
        }

        private void Append(List<Item> more)
        {
            foreach (Item item in more)
            {
                items.Enqueue(item);
            }
        }

        /// <summary>Refuses the requests that were never sent. The error comes after these refusals.</summary>
        private void Fail(TouchdException error)
        {
            failure = error;
            Append(stream.GiveUp());
        }

        private void Flush() => connection?.Write(stream.Outgoing);

        private void Drop()
        {
            connection?.Dispose();
            connection = null;
        }
    }
}
