import Testing

@testable import Speech

@Suite struct `Speech for touchd's lines` {
    private static let on = #"{"type":"accessibility","screen":"main","profiles":["low","speech"],"private":false,"by":"key","time":100}"#
    private static let off = #"{"type":"accessibility","screen":"main","profiles":["low"],"private":false,"by":"idle","time":900}"#

    private static func focus(_ turn: Int, _ time: Int, _ members: String) -> String {
        #"{"type":"focus","screen":"main","turn":\#(turn),"time":\#(time),"by":"next",\#(members)}"#
    }
    private static func cue(_ cue: String, _ time: Int) -> String { #"{"type":"cue","screen":"main","cue":"\#(cue)","time":\#(time)}"# }
    private static let buy = #""region":"buy","path":"kiosk/buy","role":"button","label":"Buy a ticket","hint":"Opens the list of stations""#
    private static let bought = "Buy a ticket, button. Opens the list of stations."

    @Test func `a profile that speaks says how it is used, and ends with the loudness of the beginning`() throws {
        var kiosk = try SpokenKiosk(SpeakSettings(instructions: [.keys], sounds: ["on": "start", "off": "/srv/off.wav"]))
        #expect(try kiosk.hear(#"{"type":"accessibility","screen":"main","profiles":["low"],"private":false,"time":1}"#) == [])
        let begun = try kiosk.hear(Self.on)
        #expect(begun.count == 3 && begun[0] == "interrupt" && begun[1] == "(start)")
        #expect(begun[2].hasPrefix("Speech is on. With the keypad") && !begun[2].contains("finger"))
        #expect(try kiosk.hear(Self.on) == [], "it is on already")
        #expect(try kiosk.hear(Self.cue("volumeUp", 200)) == ["interrupt", "rate 0, volume 80", "Louder."])
        #expect(try kiosk.hear(Self.off) == ["interrupt", "rate 0, volume 60", "(/srv/off.wav)", "Speech is off."])
        #expect(try kiosk.hear(Self.focus(1, 901, Self.buy)) == [], "it is off")
        #expect(try kiosk.hear(Self.cue("repeat", 902)) == [])
    }

    @Test func `an element is label, role, value, states and hint`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        #expect(try kiosk.hear(Self.focus(1, 200, Self.buy)) == ["interrupt", Self.bought])
        #expect(
            try kiosk.hear(Self.focus(2, 300, #""region":"w","role":"switch","label":"Sound!","value":true,"states":["disabled","strange"]"#))
                == ["interrupt", "Sound!, switch. on. not available."])
        #expect(
            try kiosk.hear(Self.focus(3, 400, #""region":"v","label":"Volume","role":"adjustable","value":0.25"#)) == [
                "interrupt", "Volume, adjustable. 0.25.",
            ])
        #expect(try kiosk.hear(Self.focus(4, 500, #""region":"x","role":"unknown""#)) == ["interrupt"])
        var brief = try SpokenKiosk(SpeakSettings(saysHints: false))
        try brief.begin()
        #expect(try brief.hear(Self.focus(1, 200, Self.buy)) == ["interrupt", "Buy a ticket, button."])
    }

    @Test func `texts are in the element's language, and otherwise in the kiosk's`() throws {
        var kiosk = try SpokenKiosk(language: "de")
        try kiosk.begin()
        #expect(try kiosk.hear(Self.focus(1, 200, #""region":"a","role":"image","label":"Karte""#)) == ["interrupt", "de: Karte, Bild."])
        #expect(
            try kiosk.hear(Self.focus(2, 300, #""region":"b","role":"image","label":"Map","language":"en-GB""#)) == [
                "interrupt", "en-GB: Map, image.",
            ])
        #expect(
            try kiosk.hear(Self.focus(3, 400, #""region":"c","role":"image","label":"Carte","language":"fr""#)) == ["interrupt", "fr: Carte, Bild."])
        #expect(try kiosk.hear(Self.focus(4, 500, #""region":"d","label":"x","language":"en\r\nQUIT""#)) == ["interrupt", "de: x."])
    }

    @Test func `a touch, a key and a gesture interrupt, and an exploring finger within an element does not`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        #expect(try kiosk.hear(Self.cue("down", 200)) == ["interrupt"])
        #expect(try kiosk.hear(#"{"type":"navigate","screen":"main","turn":2,"surface":"app","direction":"next","time":300}"#) == ["interrupt"])
        #expect(try kiosk.hear(#"{"type":"activate","screen":"main","turn":3,"region":"buy","touch":7,"time":400}"#) == ["interrupt"])
        #expect(try kiosk.hear(#"{"type":"accessibilityGesture","screen":"main","fingers":3,"kind":"swipe"}"#) == ["interrupt"])
        #expect(try kiosk.hear(#"{"type":"explore","screen":"main","turn":4,"surface":"app","x":1,"y":2,"time":500}"#) == ["no line"])
    }

    @Test func `lines of one moment are heard one after another`() throws {
        var kiosk = try SpokenKiosk(SpeakSettings(sounds: ["end": "bell", "enter": "tick", "activate": "click"]))
        try kiosk.begin()
        #expect(try kiosk.hear(Self.cue("end", 200)) == ["interrupt", "(bell)", "End of the list."])
        #expect(try kiosk.hear(Self.focus(1, 200, Self.buy)) == ["(tick)", Self.bought])
        #expect(try kiosk.hear(Self.focus(2, 300, Self.buy)) == ["interrupt", "(tick)", Self.bought])
        #expect(try kiosk.hear(Self.cue("end", 300)) == ["(bell)", "End of the list."])
        // A touchd that answers a key with both lines is heard once.
        #expect(try kiosk.hear(Self.focus(3, 400, Self.buy)) == ["interrupt", "(tick)", Self.bought])
        #expect(try kiosk.hear(Self.cue("repeat", 400)) == [])
        #expect(try kiosk.hear(Self.cue("enter", 400)) == [], "the focus has its sound")
        #expect(try kiosk.hear(#"{"type":"activate","screen":"main","turn":4,"region":"buy","time":500}"#) == ["interrupt", "(click)"])
        #expect(try kiosk.hear(Self.cue("activate", 500)) == [])
    }

    @Test func `a late line is ignored`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        #expect(try kiosk.hear(Self.focus(7, 200, Self.buy)).count == 2)
        #expect(try kiosk.hear(Self.focus(7, 300, #""label":"old""#)) == [])
        #expect(try kiosk.hear(Self.focus(6, 300, #""label":"old""#)) == [])
        #expect(try kiosk.hear(Self.focus(8, 300, #""label":"new""#)) == ["interrupt", "new."])
    }

    @Test func `a private text is for headsets`() throws {
        let pin = #""region":"code","role":"text","label":"Code 1 2 3 4","private":true"#
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        #expect(try kiosk.hear(Self.focus(1, 200, pin)) == ["interrupt", "This is private. Connect headphones to hear it."])
        let headset = #"{"type":"accessibility","screen":"main","profiles":["speech"],"private":true,"time":250}"#
        let none = #"{"type":"accessibility","screen":"main","profiles":["speech"],"private":false,"time":350}"#
        #expect(try kiosk.hear(headset) == [])
        #expect(try kiosk.hear(Self.cue("repeat", 300)) == ["interrupt", "Code 1 2 3 4."])
        #expect(try kiosk.hear(Self.cue("end", 300)) == ["End of the list."])
        #expect(try kiosk.hear(none) == ["interrupt"], "the headset is pulled while the text may still be spoken")
        #expect(kiosk.speaker.handleNewServer() == [])
        #expect(try kiosk.hear(Self.cue("repeat", 400)) == ["interrupt", "This is private. Connect headphones to hear it."])
        #expect(try kiosk.hear(headset.replacing("250", with: "450")) == [])
        #expect(try kiosk.hear(Self.focus(2, 500, pin)) == ["interrupt", "Code 1 2 3 4."])
        #expect(try kiosk.hear(none.replacing("350", with: "550")) == ["interrupt"])
        #expect(try kiosk.hear(Self.cue("pause", 600)) == [] && kiosk.hear(Self.cue("pause", 700)) == [], "no pause brings it back")
        #expect(try kiosk.hear(none.replacing("350", with: "750")) == [])
        // A snapshot does not say whether a headset is in, so it changes nothing of it.
        #expect(try kiosk.hear(headset.replacing("250", with: "800")) == [])
        #expect(kiosk.speaker.handle(KioskLine(screen: "main", .profiles(["speech"], isPrivate: nil))) == [])
        #expect(try kiosk.hear(Self.focus(3, 850, pin)) == ["interrupt", "Code 1 2 3 4."])
    }

    @Test func `repeat says the element again, and the instructions before there is one`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        let first = try kiosk.hear(Self.cue("repeat", 200))
        #expect(first.count == 2 && first[1].hasPrefix("Speech is on."))
        _ = try kiosk.hear(Self.focus(1, 300, Self.buy))
        _ = try kiosk.hear(Self.cue("down", 400))
        #expect(try kiosk.hear(Self.cue("repeat", 500)) == ["interrupt", Self.bought])
        let help = try kiosk.hear(Self.cue("help", 550))
        #expect(help.count == 2 && help[1].hasPrefix("Speech is on."))
        _ = try kiosk.hear(Self.focus(2, 560, Self.buy))
        #expect(try kiosk.hear(Self.cue("rateDown", 600)) == ["interrupt", "rate -20, volume 60", "Slower."])
        #expect(try kiosk.hear(Self.cue("repeat", 700)) == ["interrupt", Self.bought])
    }

    @Test func `a changed value is said alone, and repeated whole`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        func slider(_ turn: Int, _ value: String) -> String {
            Self.focus(turn, 200 + turn, #""region":"v","path":"kiosk/v","role":"adjustable","label":"Volume","value":\#(value)"#)
        }
        #expect(try kiosk.hear(slider(1, "5")) == ["interrupt", "Volume, adjustable. 5."])
        #expect(try kiosk.hear(slider(2, "6")) == ["interrupt", "6"])
        #expect(try kiosk.hear(slider(3, "6")) == ["interrupt", "Volume, adjustable. 6."])
        #expect(try kiosk.hear(slider(4, "7")) == ["interrupt", "7"])
        #expect(try kiosk.hear(Self.cue("repeat", 900)) == ["interrupt", "Volume, adjustable. 7."])
    }

    @Test func `a state that changes with the value is said too`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        func terms(_ turn: Int, _ more: String) -> String {
            Self.focus(turn, 200 + turn, #""region":"app","path":"app","role":"switch","label":"I accept",\#(more)"#)
        }
        #expect(try kiosk.hear(terms(1, #""value":false,"states":[]"#)) == ["interrupt", "I accept, switch. off."])
        #expect(try kiosk.hear(terms(2, #""value":true,"states":["disabled"]"#)) == ["interrupt", "on. not available."])
        #expect(try kiosk.hear(terms(3, #""value":false,"states":["disabled"]"#)) == ["interrupt", "off"])
    }

    @Test func `speech pauses and goes on`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        _ = try kiosk.hear(Self.focus(1, 200, Self.buy))
        let tap = #"{"type":"accessibilityGesture","screen":"main","fingers":2,"kind":"tap","time":0}"#
        #expect(try kiosk.hear(Self.cue("pause", 300)) == ["pause"])
        #expect(try kiosk.hear(Self.cue("pause", 400)) == ["resume"])
        // The fingers of a gesture have cut the text off.
        #expect(try kiosk.hear(Self.cue("down", 500)) == ["interrupt"])
        #expect(try kiosk.hear(tap) == [])
        #expect(try kiosk.hear(Self.cue("down", 600)) == ["interrupt"])
        #expect(try kiosk.hear(tap) == [Self.bought])
        // Whatever comes next ends the pause.
        #expect(try kiosk.hear(Self.cue("pause", 700)) == ["pause"])
        #expect(try kiosk.hear(Self.focus(2, 800, Self.buy)) == ["interrupt", Self.bought])
        #expect(try kiosk.hear(Self.cue("pause", 900)) == ["pause"])
    }

    @Test func `loudness and speed stay in their range`() throws {
        var kiosk = try SpokenKiosk(SpeakSettings(prosody: Prosody(rate: 90, volume: -90)))
        try kiosk.begin()
        #expect(try kiosk.hear(Self.cue("rateUp", 200)) == ["interrupt", "rate 100, volume -90", "Faster."])
        #expect(try kiosk.hear(Self.cue("volumeDown", 300)) == ["interrupt", "rate 100, volume -100", "Quieter."])
    }

    @Test func `a hold sounds before anything is on`() throws {
        var kiosk = try SpokenKiosk(SpeakSettings(sounds: ["hold": "tick", "down": "tock"]))
        #expect(try kiosk.hear(Self.cue("hold", 1)) == ["(tick)"] && kiosk.hear(Self.cue("down", 1)) == [])
    }

    @Test func `each screen has its own state, or only one is spoken`() throws {
        var kiosk = try SpokenKiosk()
        try kiosk.begin()
        let side = #"{"type":"focus","screen":"side","turn":1,"time":2,"label":"x"}"#
        #expect(try kiosk.hear(side) == [])
        #expect(try kiosk.hear(#"{"type":"accessibility","screen":"side","profiles":["speech"],"time":3}"#).count == 2)
        #expect(try kiosk.hear(Self.cue("volumeUp", 4)).count == 3)
        #expect(try kiosk.hear(Self.off) == ["interrupt", "Speech is off."], "the other user keeps the loudness")
        #expect(kiosk.speaker.prosody.volume == 80)
        var one = try SpokenKiosk(SpeakSettings(screen: "main"))
        #expect(try one.hear(#"{"type":"accessibility","screen":"side","profiles":["speech"],"time":3}"#) == [])
        #expect(try one.hear(Self.on).count == 2)
    }

    @Test func `a lost touchd ends speech, and a new one begins anew`() throws {
        var kiosk = try SpokenKiosk()
        #expect(SpokenKiosk.words(kiosk.speaker.handleLostTouchd()) == [])
        try kiosk.begin()
        _ = try kiosk.hear(Self.focus(9, 200, Self.buy))
        _ = try kiosk.hear(Self.cue("volumeUp", 300))
        #expect(SpokenKiosk.words(kiosk.speaker.handleLostTouchd()) == ["interrupt", "rate 0, volume 60"])
        #expect(kiosk.speaker.handleNewServer() == [])
        #expect(try kiosk.hear(Self.on).count == 2)
        #expect(try kiosk.hear(Self.focus(1, 50, Self.buy)) == ["interrupt", Self.bought], "turns begin anew")
    }

    @Test func `a new speech server hears what the old one has swallowed`() throws {
        var kiosk = try SpokenKiosk()
        #expect(kiosk.speaker.handleNewServer() == [])
        try kiosk.begin()
        _ = try kiosk.hear(Self.focus(1, 200, Self.buy))
        #expect(SpokenKiosk.words(kiosk.speaker.handleNewServer()) == [Self.bought])
        _ = try kiosk.hear(Self.cue("down", 300))
        #expect(kiosk.speaker.handleNewServer() == [], "the user has interrupted it")
    }
}
