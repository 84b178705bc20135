import Glibc

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first place from `start` on where these bytes come one after the other; nil if they do not.
    func offset(of part: [UInt8], from start: Int = 0) -> Int? {
        var rest = dropFirst(start)
        while rest.count >= part.count, let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
            guard let found = memchr(base, Int32(part[0]), rest.count - part.count + 1) else { return nil }
            let place = rest.startIndex + (UnsafeRawPointer(found) - base)
            if memcmp(found, part, part.count) == 0 { return place }
            rest = self[(place + 1)...]
        }
        return nil
    }
}
