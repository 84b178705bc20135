import Files
import Glibc
import SettingsFile
import Testing

@testable import Speech

@Suite struct `Settings of touchd-speak` {
    private func parse(_ text: String) -> (settings: SpeakSettings?, mistakes: [String]) {
        let (settings, mistakes) = SettingsFile.parse(Array(text.utf8), SpeakTable.settings, SettingsReader.read)
        return (settings, mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" })
    }

    @Test func `the defaults are those of the table`() {
        #expect(parse("language: en\n").settings == SpeakSettings())
    }

    @Test func `each key is read`() {
        let text = """
            language: de
            profiles: [blind, both]
            screen: main
            instructions: [keys]
            hints: false
            rate: 10
            volume: -20
            rateStep: 5
            volumeStep: 6
            sounds: { activate: click, hold: /srv/hold.wav }
            texts: /etc/touchd/texts
            speech: { socket: /run/user/1000/speech-dispatcher/speechd.sock, module: espeak-ng, voice: "English (America)" }
            socket: /run/x.sock
            """
        let (settings, mistakes) = parse(text)
        #expect(mistakes.isEmpty)
        #expect(
            settings
                == SpeakSettings(
                    language: "de", profiles: ["blind", "both"], screen: "main", instructions: [.keys], saysHints: false,
                    prosody: Prosody(rate: 10, volume: -20), rateStep: 5, volumeStep: 6, sounds: ["activate": "click", "hold": "/srv/hold.wav"],
                    texts: "/etc/touchd/texts",
                    speech: SpeechServerSettings(
                        socket: "/run/user/1000/speech-dispatcher/speechd.sock", module: "espeak-ng", voice: "English (America)"),
                    socket: "/run/x.sock"))
    }

    @Test(arguments: [
        ("sounds: { hold: a b }\n", "1:17: \"hold\": expected the name of an icon, or an absolute path, without spaces, found string \"a b\""),
        ("sounds: { hold: a/b }\n", "1:17: \"hold\": expected the name of an icon, or an absolute path, without spaces, found string \"a/b\""),
        ("language: en_US\n", "1:11: \"language\": expected a language tag such as en or de-AT, found string \"en_US\""),
        ("langage: en\n", "1:1: unknown key \"langage\" in the file; did you mean \"language\"?"),
    ])
    func `what cannot be is refused at its place`(text: String, message: String) { #expect(parse(text).mistakes == [message]) }

    @Test func `every shipped language has every text of English`() throws {
        func texts(_ language: String) throws -> SpokenTexts {
            let path = "\(Fixtures.repository)/config/speak/\(language).yaml"
            return try SettingsFile.load(path, SpeakTextsTable.settings, SpokenTexts.init)
        }
        let english = try texts("en")
        for language in ["de"] {
            let other = try texts(language)
            #expect(other.language == language)
            let groups = SpeakTextsTable.groups.flatMap { group, keys in keys.map { "\(group).\($0)" } }
            for key in SpeakTextsTable.keys + groups { #expect((other[key] == nil) == (english[key] == nil), "\(language): \(key)") }
        }
    }

    @Test func `own texts replace the shipped ones, one by one`() throws {
        let folder = "/tmp/touchd-speak-texts-\(getpid())"
        mkdir(folder, 0o700)
        defer {
            unlink("\(folder)/en.yaml")
            rmdir(folder)
        }
        let file = try #require(fopen("\(folder)/en.yaml", "w"))
        fputs("language: en\nwelcome: Hello.\nroles: { button: push button }\n", file)
        fclose(file)
        let settings = SpeakSettings(texts: folder)
        let languages = try SpokenLanguages(settings, file: "speak.yaml", shipped: "\(Fixtures.repository)/config/speak")
        #expect(languages.usual["welcome"] == "Hello." && languages.usual["roles.button"] == "push button")
        #expect(languages.usual["roles.link"] == "link" && languages["de"]["roles.link"] == "Link" && languages["xx"].language == "en")
    }

    @Test func `a program that shows what is said reads the settings of touchd-speak`() throws {
        let path = "/tmp/touchd-speak-settings-\(getpid()).yaml"
        defer { unlink(path) }
        func speaker(_ settings: String) throws -> Speaker {
            let file = try #require(fopen(path, "w"))
            fputs(settings, file)
            fclose(file)
            return try Speaker(file: path, shipped: "\(Fixtures.repository)/config/speak")
        }
        var german = try speaker("language: de\n")
        let on = try #require(try Fixtures.line(#"{"type":"accessibility","screen":"main","time":1,"profiles":["speech"],"private":false}"#))
        guard case .speak(let utterance) = german.handle(on).last else { return #expect(Bool(false)) }
        #expect(utterance.language == "de")
        #expect(throws: SettingsFile.Refused.self) { try speaker("langage: de\n") }
        #expect(throws: SettingsFile.Refused.self) { try Speaker(file: "/nowhere/speak.yaml") }
    }

    @Test func `a language without texts is refused, and says which there are`() throws {
        let shipped = "\(Fixtures.repository)/config/speak"
        #expect(
            throws: SettingsFile.Refused(messages: [
                "f: error: there are no texts for the language \"fr\"; found de, en. Write them, and set \"texts\" to their folder"
            ])
        ) { try SpokenLanguages(SpeakSettings(language: "fr"), file: "f", shipped: shipped) }
        #expect(throws: SettingsFile.Refused(messages: ["/nowhere: error: cannot read the folder of texts: No such file or directory"])) {
            try SpokenLanguages(SpeakSettings(texts: "/nowhere"), file: "f", shipped: shipped)
        }
        #expect(try SpokenLanguages(SpeakSettings(language: "de-AT"), file: "f", shipped: shipped).usual.language == "de")
    }
}
