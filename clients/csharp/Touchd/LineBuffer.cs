using System;

namespace Touchd
{
    /// <summary>The bytes that were read and not yet parsed.</summary>
    internal sealed class LineBuffer
    {
        private const int UsualSize = 64 << 10;
        private byte[] bytes = new byte[UsualSize];
        private int start;
        private int end;
        // The place up to which there is no line end.
        private int searched;

        /// <summary>The number of bytes in the buffer.</summary>
        internal int Count => end - start;

        internal void Clear()
        {
            bytes = bytes.Length > UsualSize ? new byte[UsualSize] : bytes;
            start = end = searched = 0;
        }

        internal void Append(byte[] source, int count)
        {
            if (start == end)
            {
                Clear();
            }
            if (bytes.Length - end < count)
            {
                byte[] target = bytes.Length - Count < count ? new byte[Math.Max(bytes.Length * 2, Count + count)] : bytes;
                Buffer.BlockCopy(bytes, start, target, 0, Count);
                searched -= start;
                end -= start;
                start = 0;
                bytes = target;
            }
            Buffer.BlockCopy(source, 0, bytes, end, count);
            end += count;
        }

        /// <summary>Removes the next line. The bytes stay valid until the next <see cref="Append"/>. Returns false if no line is complete.</summary>
        internal bool Next(out ArraySegment<byte> line)
        {
            int found = Array.IndexOf(bytes, (byte)'\n', searched, end - searched);
            searched = found < 0 ? end : found + 1;
            line = new ArraySegment<byte>(bytes, start, found < 0 ? 0 : found - start);
            start = found < 0 ? start : found + 1;
            return found >= 0;
        }
    }
}
