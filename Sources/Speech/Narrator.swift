/// Makes the sentences about an element.
struct Narrator {
    var languages: SpokenLanguages
    var saysHints: Bool

    /// Returns the text of an element: label, role, value, states, hint.
    func utterance(_ element: FocusedElement) -> Utterance {
        let texts = languages[element.language]
        let head = [element.label, element.role.flatMap { texts["roles.\($0)"] }].compactMap(\.self).filter { !$0.isEmpty }
        var sentences = [head.joined(separator: ", ")]
        if let value = value(element, texts) { sentences.append(value) }
        sentences += element.states.compactMap { texts["states.\($0)"] }
        if saysHints, let hint = element.hint { sentences.append(hint) }
        return Utterance(text: Self.joined(sentences), language: element.language ?? texts.language, isPrivate: element.isPrivate)
    }

    /// Returns the text after a change of an element's value: the value alone, or with the states.
    func value(of element: FocusedElement, saysStates: Bool) -> Utterance? {
        let texts = languages[element.language]
        guard let value = value(element, texts) else { return nil }
        let states = saysStates ? element.states.compactMap { texts["states.\($0)"] } : []
        let text = states.isEmpty ? value : Self.joined([value] + states)
        return Utterance(text: text, language: element.language ?? texts.language, isPrivate: element.isPrivate)
    }

    /// Returns the text that stands for a private one while there is no headset.
    func withheld(_ element: FocusedElement) -> Utterance {
        let texts = languages.usual
        let role = element.role.flatMap { texts["roles.\($0)"] }
        return Utterance(text: Self.joined([role, texts["private"]].compactMap(\.self)), language: texts.language)
    }

    /// Returns a text of the usual language; nil if it has none.
    func text(_ keys: [String]) -> Utterance? {
        let text = Self.joined(keys.compactMap { languages.usual[$0] })
        return text.isEmpty ? nil : Utterance(text: text, language: languages.usual.language)
    }

    private func value(_ element: FocusedElement, _ texts: SpokenTexts) -> String? {
        switch element.value {
        case .text(let text): text
        case .flag(let isOn): texts[isOn ? "states.on" : "states.off"]
        case nil: nil
        }
    }

    /// Returns the sentences with a full stop where one has no mark at its end.
    private static func joined(_ sentences: [String]) -> String {
        sentences.filter { !$0.isEmpty }.map { sentence in
            guard let last = sentence.unicodeScalars.last else { return sentence }
            return [".", "!", "?", "…", "。"].contains(last) ? sentence : sentence + "."
        }.joined(separator: " ")
    }
}
