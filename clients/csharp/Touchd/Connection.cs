using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;

namespace Touchd
{
    /// <summary>A socket that never blocks, and whose errors all count as the end of the connection.</summary>
    internal sealed class Connection : IDisposable
    {
        // Errors as Linux numbers them.
        internal const int NotFound = 2;
        internal const int Again = 11;
        internal const int AccessDenied = 13;
        internal const int NameTooLong = 36;
        internal const int TimedOut = 110;
        internal const int Refused = 111;

        private const int LongestPath = 107;
        private readonly Socket socket;
        // The part of the first outgoing line that was sent already.
        private int sent;

        private Connection(Socket socket)
        {
            this.socket = socket;
        }

        /// <summary>Connects to a socket. Returns null, and the number of the error and its text, if that fails.</summary>
        internal static Connection Open(string path, out int errno, out string text)
        {
            errno = 0;
            text = null;
            Socket socket = null;
            try
            {
                socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
                socket.Connect(new UnixDomainSocketEndPoint(path));
                return new Connection(socket);
            }
            catch (SocketException error)
            {
                errno = ErrnoOf(error.SocketErrorCode, path);
                text = TextOf(errno) ?? error.Message;
            }
            catch (Exception error) when (error is ArgumentException || error is NotSupportedException)
            {
                errno = path.Length > LongestPath ? NameTooLong : 0;
                text = TextOf(errno) ?? error.Message;
            }
            socket?.Dispose();
            return null;
        }

        /// <summary>Reads what there is. Returns the number of bytes; 0 if there is nothing; -1 at the end of the connection.</summary>
        internal int Read(byte[] buffer)
        {
            int count = socket.Receive(buffer, 0, buffer.Length, SocketFlags.None, out SocketError error);
            if (count > 0)
            {
                return count;
            }
            return IsTransient(error) ? 0 : -1;
        }

        /// <summary>Sends as many of the lines as the socket takes.</summary>
        internal void Write(Queue<byte[]> lines)
        {
            while (lines.Count > 0)
            {
                byte[] line = lines.Peek();
                int count = socket.Send(line, sent, line.Length - sent, SocketFlags.None, out SocketError error);
                if (error != SocketError.Success && !IsTransient(error))
                {
                    // Reading reports the error.
                    lines.Clear();
                    sent = 0;
                    return;
                }
                if (count <= 0)
                {
                    return;
                }
                sent += count;
                if (sent == line.Length)
                {
                    lines.Dequeue();
                    sent = 0;
                }
            }
        }

        /// <summary>Waits until there is something to read, or room to write if <paramref name="writes"/>. Returns false if neither came.</summary>
        internal bool Wait(double seconds, bool writes)
        {
            var readable = new List<Socket> { socket };
            List<Socket> writable = writes ? new List<Socket> { socket } : null;
            // At most a second, because the argument is a number of µs in 32 bits.
            Socket.Select(readable, writable, null, (int)(Math.Min(1, seconds) * 1e6));
            return readable.Count > 0 || writable != null && writable.Count > 0;
        }

        /// <inheritdoc/>
        public void Dispose() => socket.Dispose();

        /// <summary>Returns the text of an error; null for other numbers.</summary>
        internal static string TextOf(int errno)
        {
            switch (errno)
            {
                case NotFound: return "no such file or directory";
                case Again: return "too many clients wait to be accepted";
                case AccessDenied: return "permission denied; the user must be in the group touch when the program starts";
                case NameTooLong: return "the path is longer than " + LongestPath + " bytes";
                case TimedOut: return "it accepts the connection but sends no hello in time; check whether touchd hangs";
                case Refused: return "connection refused";
                default: return null;
            }
        }

        private static bool IsTransient(SocketError error) => error == SocketError.WouldBlock || error == SocketError.Interrupted;

        private static int ErrnoOf(SocketError error, string path)
        {
            switch (error)
            {
                case SocketError.AccessDenied: return AccessDenied;
                case SocketError.TimedOut: return TimedOut;
                case SocketError.WouldBlock:
                case SocketError.InProgress: return Again;
                // .NET says AddressNotAvailable for a missing file, Mono the same as for a socket where nobody listens.
                case SocketError.AddressNotAvailable: return NotFound;
                case SocketError.ConnectionRefused: return File.Exists(path) ? Refused : NotFound;
                default: return 0;
            }
        }
    }
}
