import Files
import JSON
import SettingsFile

@testable import Speech

/// Settings, languages and lines for tests.
enum Fixtures {
    static let repository = String(#filePath.dropLast("/Tests/SpeechTests/Fixtures.swift".count))

    /// The texts of English and German that are shipped.
    static func languages(_ usual: String = "en") throws -> SpokenLanguages {
        let settings = SpeakSettings(language: usual)
        return try SpokenLanguages(settings, file: "speak.yaml", shipped: "\(repository)/config/speak")
    }

    /// Returns the line that a JSON text means.
    static func line(_ text: String) throws -> KioskLine? { KioskLine(try JSONReader.parse(Array(text.utf8))) }
}

/// A speaker that gets lines as JSON.
struct SpokenKiosk {
    var speaker: Speaker

    init(_ settings: SpeakSettings = SpeakSettings(), language: String = "en") throws {
        var settings = settings
        settings.language = language
        speaker = Speaker(settings, try Fixtures.languages(language))
    }

    /// Returns the steps for a line, in words: texts as they are, with the language if it is not English.
    mutating func hear(_ line: String) throws -> [String] {
        guard let line = try Fixtures.line(line) else { return ["no line"] }
        return Self.words(speaker.handle(line))
    }

    static func words(_ actions: [SpeechAction]) -> [String] {
        actions.map { action in
            switch action {
            case .interrupt: "interrupt"
            case .speak(let utterance): utterance.language == "en" ? utterance.text : "\(utterance.language): \(utterance.text)"
            case .sound(let sound): "(\(sound))"
            case .setProsody(let prosody): "rate \(prosody.rate), volume \(prosody.volume)"
            case .pause: "pause"
            case .resume: "resume"
            }
        }
    }

    mutating func begin(private isPrivate: Bool = false) throws {
        _ = try hear(#"{"type":"accessibility","screen":"main","profiles":["speech"],"private":\#(isPrivate),"time":1}"#)
    }
}
