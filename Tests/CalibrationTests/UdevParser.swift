import Glibc

/// The rule parser of systemd-udevd 252, byte by byte.
struct UdevParser {
    struct Key: Equatable {
        var name: String
        var operation: String
        var value: [UInt8]
    }

    struct Failure: Error { var text: String }

    /// The keys of each line of a file, without comments and empty lines.
    static func rules(_ text: String) throws -> [[Key]] {
        // udev ends a line at any of these.
        try text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 || $0 == 0 }).map(Array.init).filter { $0.first != UInt8(ascii: "#") }.map(keys)
    }

    private static func keys(_ line: [UInt8]) throws -> [Key] {
        if line.last == UInt8(ascii: "\\") { throw Failure(text: "the next line belongs to this one") }
        var keys: [Key] = []
        var rest = line[...]
        while !rest.isEmpty {
            let name = rest.prefix { !"=!+-:\" ,".utf8.contains($0) }
            rest = rest.dropFirst(name.count)
            let operation = rest.prefix { "=!+-:".utf8.contains($0) }
            rest = rest.dropFirst(operation.count)
            guard !name.isEmpty, ["==", "!=", "=", "+=", "-=", ":="].contains(String(decoding: operation, as: UTF8.self)),
                rest.popFirst() == UInt8(ascii: "\"")
            else { throw Failure(text: "no key: \(String(decoding: line, as: UTF8.self))") }
            var value: [UInt8] = []
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                if byte == UInt8(ascii: "\\") { throw Failure(text: "an escape") }
                value.append(byte)
                if rest.isEmpty { throw Failure(text: "a quotation that does not end") }
            }
            keys.append(Key(name: String(decoding: name, as: UTF8.self), operation: String(decoding: operation, as: UTF8.self), value: value))
            rest = rest.drop { " ,".utf8.contains($0) }
        }
        return keys
    }

    /// True if udev matches the attribute with the pattern: fnmatch(3) in the C locale, ignoring blanks at the attribute's end.
    static func matches(_ pattern: [UInt8], _ attribute: [UInt8]) -> Bool {
        let blanks = Array(" \t\n\r".utf8)
        var attribute = attribute
        if pattern.last.map({ !blanks.contains($0) }) ?? true {
            while let last = attribute.last, blanks.contains(last) { attribute.removeLast() }
        }
        func string(_ bytes: [UInt8]) -> [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
        return fnmatch(string(pattern), string(attribute), 0) == 0
    }
}
