/// Decides what is spoken: turns touchd's lines into steps for the speech server. Pure: it reads no clock and no socket.
///
/// The newest line wins. A line of a later event time than the last one interrupts what is spoken; lines of the same time are spoken one after
/// another, so that the end of the list and the first element are both heard.
public struct Speaker {
    private struct Screen {
        var profiles: [String] = []
        var isPrivate = false
        var turn: Int64 = .min
        var focus: FocusedElement?
        var interruptedAt: Int64?
        /// The text that `repeat` speaks again.
        var last: Utterance?
        /// The last text of the current event time, so that two lines with the same text are spoken once.
        var lastOfThisTime: Utterance?
    }

    /// The most screens that are remembered. touchd has fewer.
    private static let screensMax = 64

    private let settings: SpeakSettings
    private let narrator: Narrator
    private var screens: [String: Screen] = [:]
    /// The speed and loudness now.
    public private(set) var prosody: Prosody
    /// The text that was spoken last and not interrupted.
    private var current: Utterance?
    /// The text that the last touch or key has cut off. It is spoken again after a pause.
    private var cutOff: Utterance?
    /// True if the speech server may still speak a private text.
    private var hasPrivateSpeech = false
    private var isPaused = false
    private var isHeldBack = false

    public init(_ settings: SpeakSettings, _ languages: SpokenLanguages) {
        self.settings = settings
        narrator = Narrator(languages: languages, saysHints: settings.saysHints)
        prosody = settings.prosody
    }

    /// True while a profile that speaks is on.
    private var isSpeaking: Bool { screens.values.contains(where: speaks) }

    private func speaks(_ screen: Screen) -> Bool { screen.profiles.contains(where: settings.profiles.contains) }

    // MARK: Lines

    public mutating func handle(_ line: KioskLine) -> [SpeechAction] {
        if let only = settings.screen, line.screen != only { return [] }
        guard screens[line.screen] != nil || screens.count < Self.screensMax else { return [] }
        var screen = screens[line.screen] ?? Screen()
        defer { screens[line.screen] = screen }
        // A late line about an element that the finger has left.
        if let turn = line.turn {
            if turn <= screen.turn { return [] }
            screen.turn = turn
        }
        switch line.content {
        case .profiles(let profiles, let isPrivate):
            let wasSpeaking = speaks(screen)
            let hasLostHeadset = screen.isPrivate && isPrivate == false
            (screen.profiles, screen.isPrivate) = (profiles, isPrivate ?? screen.isPrivate)
            if !wasSpeaking && speaks(screen) { return begin(&screen, at: line.time) }
            if wasSpeaking && !speaks(screen) { return end(&screen, line) }
            return hasLostHeadset && hasPrivateSpeech ? interrupt(&screen, at: nil) : []
        case .cue("hold"):
            // It leads to a profile, so it sounds before one is on.
            return settings.sounds["hold"].map { [.sound($0)] } ?? []
        default:
            guard speaks(screen) else { return [] }
            return handleWhileOn(line, &screen)
        }
    }

    private mutating func handleWhileOn(_ line: KioskLine, _ screen: inout Screen) -> [SpeechAction] {
        switch line.content {
        case .profiles: return []
        case .focus(let element): return speakElement(element, &screen, at: line.time)
        case .navigate: return interrupt(&screen, at: line.time)
        case .activate: return interrupt(&screen, at: line.time) + sound("activate")
        case .gesture(let name, let fingers):
            return SpeechCommand(name, fingers: fingers).map { obey($0, &screen, at: line.time) } ?? interrupt(&screen, at: line.time)
        case .cue(let cue):
            if let command = SpeechCommand(cue) { return obey(command, &screen, at: line.time) }
            // The lines of profiles, focus and activation make these sounds.
            if ["on", "off", "enter", "activate"].contains(cue) { return [] }
            return interrupt(&screen, at: line.time) + sound(cue) + speak(narrator.text(["cues.\(cue)"]), &screen)
        }
    }

    private mutating func begin(_ screen: inout Screen, at time: Int64?) -> [SpeechAction] {
        (screen.focus, screen.last) = (nil, nil)
        return interrupt(&screen, at: time) + sound("on") + speak(instructions, &screen)
    }

    private mutating func end(_ screen: inout Screen, _ line: KioskLine) -> [SpeechAction] {
        (screen.focus, screen.last) = (nil, nil)
        var actions = interrupt(&screen, at: line.time)
        let others = screens.contains { $0.key != line.screen && speaks($0.value) }
        if !others { actions += resetProsody() }
        actions += sound("off") + speak(narrator.text(["off"]), &screen)
        // Nothing of this use is repeated or spoken again in the next one.
        (screen.last, current, cutOff) = (nil, nil, nil)
        return actions
    }

    private var instructions: Utterance? { narrator.text(["welcome"] + settings.instructions.map(\.rawValue)) }

    private mutating func speakElement(_ element: FocusedElement, _ screen: inout Screen, at time: Int64?) -> [SpeechAction] {
        let before = screen.focus
        screen.focus = element
        let actions = interrupt(&screen, at: time) + sound("enter")
        if element.isPrivate && !screen.isPrivate {
            let withheld = narrator.withheld(element)
            return actions + speak(withheld, &screen)
        }
        let whole = narrator.utterance(element)
        // A slider that a key moves says its new value, and `repeat` says the rest.
        let isSame = before?.path == element.path && before?.label == element.label && before?.value != element.value
        if isSame, element.path != nil, let value = narrator.value(of: element, saysStates: before?.states != element.states) {
            let spoken = speak(value, &screen)
            screen.last = whole
            return actions + spoken
        }
        return actions + speak(whole, &screen)
    }

    // MARK: Commands

    private mutating func obey(_ command: SpeechCommand, _ screen: inout Screen, at time: Int64?) -> [SpeechAction] {
        switch command {
        case .pause: return pause(&screen)
        case .stop: return interrupt(&screen, at: time)
        case .help: return interrupt(&screen, at: time) + speak(instructions, &screen)
        case .repeatLast:
            let actions = interrupt(&screen, at: time)
            // The headset may have gone since, or come.
            if let focus = screen.focus, focus.isPrivate {
                return actions + speak(screen.isPrivate ? narrator.utterance(focus) : narrator.withheld(focus), &screen)
            }
            return actions + speak(screen.last ?? instructions, &screen)
        case .louder, .quieter, .faster, .slower:
            func changed(_ value: Int, _ step: Int) -> Int { min(max(value + step, Prosody.range.lowerBound), Prosody.range.upperBound) }
            switch command {
            case .louder: prosody.volume = changed(prosody.volume, settings.volumeStep)
            case .quieter: prosody.volume = changed(prosody.volume, -settings.volumeStep)
            case .faster: prosody.rate = changed(prosody.rate, settings.rateStep)
            default: prosody.rate = changed(prosody.rate, -settings.rateStep)
            }
            let last = screen.last
            let actions = interrupt(&screen, at: time) + [.setProsody(prosody)] + speak(command.confirmation.flatMap { narrator.text([$0]) }, &screen)
            screen.last = last
            return actions
        }
    }

    /// Pauses and goes on. The touches of a gesture have cut the text off already; the next pause then speaks it from its beginning.
    private mutating func pause(_ screen: inout Screen) -> [SpeechAction] {
        if isPaused {
            isPaused = false
            return [.resume]
        }
        if current != nil {
            isPaused = true
            return [.pause]
        }
        guard let cutOff else { return [] }
        if !isHeldBack {
            isHeldBack = true
            return []
        }
        if cutOff.isPrivate && !screen.isPrivate { return [] }
        return speak(cutOff, &screen)
    }

    // MARK: Steps

    /// Stops speech, once for all lines of the same event time.
    private mutating func interrupt(_ screen: inout Screen, at time: Int64?) -> [SpeechAction] {
        if let time, time == screen.interruptedAt { return [] }
        (screen.interruptedAt, screen.lastOfThisTime) = (time, nil)
        if let current {
            cutOff = current
            isHeldBack = false
        }
        (current, isPaused, hasPrivateSpeech) = (nil, false, false)
        return [.interrupt]
    }

    private mutating func speak(_ utterance: Utterance?, _ screen: inout Screen) -> [SpeechAction] {
        guard let utterance, !utterance.text.isEmpty, utterance != screen.lastOfThisTime else { return [] }
        (screen.last, screen.lastOfThisTime, current, cutOff, isHeldBack) = (utterance, utterance, utterance, nil, false)
        if utterance.isPrivate { hasPrivateSpeech = true }
        return [.speak(utterance)]
    }

    private func sound(_ cue: String) -> [SpeechAction] { settings.sounds[cue].map { [.sound($0)] } ?? [] }

    private mutating func resetProsody() -> [SpeechAction] {
        prosody = settings.prosody
        return [.setProsody(prosody)]
    }

    // MARK: The two connections

    /// Forgets the screens, because nobody knows which profiles are on while touchd is away.
    public mutating func handleLostTouchd() -> [SpeechAction] {
        let actions = isSpeaking ? [.interrupt] + resetProsody() : []
        screens = [:]
        (current, cutOff, isPaused, isHeldBack) = (nil, nil, false, false)
        return actions
    }

    /// Speaks the text again that a speech server has swallowed when it went away.
    public mutating func handleNewServer() -> [SpeechAction] {
        isPaused = false
        guard isSpeaking, let current else { return [] }
        if current.isPrivate && !hasPrivateSpeech { return [] }
        return [.speak(current)]
    }
}
