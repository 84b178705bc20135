import SettingsFile
import Support
import Testing

@testable import touchd_tuio

@Suite struct `Settings of touchd-tuio` {
    private func parse(_ text: String) -> (settings: Settings?, mistakes: [String]) {
        let (settings, mistakes) = SettingsFile.parse(Array(text.utf8), .tuio, SettingsReader.read)
        return (settings, mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" })
    }

    @Test func `without a destination it is TUIO's port of this machine`() throws {
        let (settings, mistakes) = parse("outputs:\n  - { screen: main }\n")
        let output = try #require(settings?.outputs.first)
        #expect(mistakes.isEmpty && output == Settings.Output(subject: .screen("main")) && output.destination.text == "127.0.0.1:3333")
    }

    @Test func `each key is read`() throws {
        let (settings, mistakes) = parse("socket: /run/x.sock\noutputs: [{ region: kiosk/map, to: \"[::1]:4000\", source: a@b, maxRate: 60 }]\n")
        let output = try #require(settings?.outputs.first)
        #expect(mistakes.isEmpty && settings?.socket == "/run/x.sock" && output.subject == .region("kiosk/map"))
        #expect(output.destination.text == "[::1]:4000" && output.source == "a@b" && output.maxRate == 60)
    }

    @Test(arguments: [
        ("outputs: []\n", "1:10: \"outputs\" in the file: expected list with at least one element, found an empty list"),
        ("outputs: [{ to: \"127.0.0.1:1\" }]\n", "1:11: missing \"screen\", or \"region\" in an output"),
        ("outputs: [{ screen: a, region: b }]\n", "1:24: \"region\" in an output cannot be used together with \"screen\""),
        ("outputs: [{ region: \"a/**\" }]\n", "1:21: \"region\": expected one region's id or path, without \"*\", found string \"a/**\""),
        ("outputs: [{ screen: a, too: b }]\n", "1:24: unknown key \"too\" in an output; did you mean \"to\"?"),
        ("outputs: [{ screen: a }, { screen: b }]\n", "1:26: two outputs go to 127.0.0.1:3333 with the same \"source\"; give each a different one"),
    ])
    func `what cannot be is refused at its place`(text: String, message: String) { #expect(parse(text).mistakes == [message]) }

    @Test func `a source is whole in its message, or is refused`() throws {
        for source in HostileText(",#/\\\"\u{0}", random: 200) where source.utf8.count <= SettingsReader.sourceMax {
            let digits = source.unicodeScalars.map { "\\U" + String(String(UInt64($0.value) + 0x1_0000_0000, radix: 16).utf8.dropFirst())! }
            let (settings, mistakes) = parse("outputs: [{ screen: a, source: \"\(digits.joined())\" }]\n")
            guard mistakes.isEmpty, let read = settings?.outputs.first?.source else {
                #expect(!mistakes.isEmpty, "\(source.debugDescription)")
                continue
            }
            #expect(read.utf8.elementsEqual(source.utf8) && read.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
            // The bundle's head, the message's length, its address and types; then two OSC texts, each padded with NULs to a multiple of four.
            let bytes = Bundle.encode(BundleContent(alive: [], sets: []), source: read, number: 1).dropFirst(16 + 4 + 12 + 4)
            #expect(bytes.prefix(8).elementsEqual(Array("source".utf8) + [0, 0]))
            let text = bytes.dropFirst(8).prefix { $0 != 0 }
            #expect(text.elementsEqual(source.utf8), "\(source.debugDescription)")
        }
    }

    @Test(arguments: ["kiosk:3333", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70000", "::1:3333", "[127.0.0.1]:3333", "300.0.0.1:3333"])
    func `a destination is an address in numbers and a port`(text: String) { #expect(UDPAddress(text) == nil) }
}
