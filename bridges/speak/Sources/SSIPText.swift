/// Text on its way to the speech server. All of it works on bytes, because a Character may hide a line end beside a combining mark.
enum SSIPText {
    /// The most bytes of a text. Longer ones are cut: nobody listens for minutes.
    static let bytesMax = 4096

    /// Returns a text as the data of SPEAK, with the line that ends it.
    ///
    /// Lines end in CR LF, a line that begins with a dot gets a second dot, and control characters become spaces. So no text can end the data and
    /// go on as a command.
    static func data(_ text: String) -> [UInt8] {
        var data: [UInt8] = []
        var isLineStart = true
        var rest = cut(text)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\n"):
                data += [13, 10]
                isLineStart = true
                continue
            case UInt8(ascii: "\r"):
                // CR LF is one line end.
                if rest.first != UInt8(ascii: "\n") {
                    data += [13, 10]
                    isLineStart = true
                }
                continue
            case 0..<0x20, 0x7f: data.append(UInt8(ascii: " "))
            case 0xc2 where (0x80...0x9f).contains(rest.first ?? 0):
                rest.removeFirst()
                data.append(UInt8(ascii: " "))
            case UInt8(ascii: ".") where isLineStart: data += [byte, byte]
            default: data.append(byte)
            }
            isLineStart = false
        }
        return data + (isLineStart ? [] : [13, 10]) + end
    }

    /// The line that ends the data of SPEAK.
    static let end: [UInt8] = [UInt8(ascii: "."), 13, 10]

    /// Returns the line of a command. Control characters in it become spaces, so that it stays one line.
    static func command(_ text: String) -> [UInt8] {
        text.utf8.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: " ") : $0 } + [13, 10]
    }

    /// Returns the argument of SOUND_ICON. speech-dispatcher looks for icons in a folder of its module; a path leads out of that folder.
    static func sound(_ sound: String) -> String {
        sound.utf8.first == UInt8(ascii: "/") ? "../../../../../../../.." + sound : sound
    }

    /// Returns the first bytes of a text, up to the end of a character.
    private static func cut(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.count <= bytesMax { return bytes }
        var count = bytesMax
        while count > 0, bytes[count] & 0xc0 == 0x80 { count -= 1 }
        return Array(bytes[..<count])
    }
}
