/// The description of an element for a program that speaks.
public struct AccessibleElement: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case isOn(Bool)
    }

    public enum State: String, CaseIterable, Sendable {
        /// A sensitive region, for clients that do not own it.
        case sensitive
        /// The states of an element of an application, as the program that reads it says them.
        case disabled, selected, expanded, collapsed

        public static let ofApplications: [State] = [.disabled, .selected, .expanded, .collapsed]
    }

    public let region: String
    public let path: String
    public let role: AccessibilitySpec.Role?
    public let label: String?
    public let hint: String?
    public let value: Value?
    /// The BCP 47 tag; nil if neither the region nor a region around it has one.
    public let language: String?
    /// Whether the texts are spoken by headset only.
    public let isPrivate: Bool
    public let states: [State]
    /// The box around the region, in points of the screen.
    public let frame: Rect

    /// Returns the same element as a part of a surface.
    func `in`(_ surface: String, path: String) -> AccessibleElement {
        AccessibleElement(
            region: surface, path: path, role: role, label: label, hint: hint, value: value, language: language, isPrivate: isPrivate, states: states,
            frame: frame)
    }

    /// Creates a description of an element. One of an application has no region.
    public init(
        region: String = "", path: String = "", role: AccessibilitySpec.Role? = nil, label: String?, hint: String? = nil, value: Value? = nil,
        language: String? = nil, isPrivate: Bool = false, states: [State] = [], frame: Rect = Rect(0, 0, 0, 0)
    ) {
        (self.region, self.path, self.role, self.label, self.hint) = (region, path, role, label, hint)
        (self.value, self.language, self.isPrivate, self.states, self.frame) = (value, language, isPrivate, states, frame)
    }
}

extension AccessibleTree {
    /// Returns the description of a region. Its language and privacy may come from the regions around it.
    ///
    /// - Parameter isClosed: Whether the region is a sensitive one that the client does not own.
    public func element(_ region: RegionID, isClosed: Bool = false) -> AccessibleElement {
        let spec = tree.specs[region.slot]
        let own = spec.accessibility
        var (language, isPrivate) = (own?.language, own?.isPrivate ?? false)
        var next = tree[region].parent
        while let around = next {
            let other = tree.specs[around.slot].accessibility
            language = language ?? other?.language
            isPrivate = isPrivate || other?.isPrivate == true
            next = tree[around].parent
        }
        return AccessibleElement(
            region: spec.id, path: tree[region].path, role: own?.role ?? AccessibilitySpec.Role(of: spec.kind), label: own?.label, hint: own?.hint,
            value: isClosed ? nil : own?.value.map { .text($0) } ?? knobValue(of: spec), language: language, isPrivate: isPrivate,
            states: isClosed ? [.sensitive] : [],
            frame: tree.mapToScreen(from: region).box(spec.geometry.bounds))
    }

    private func knobValue(of spec: RegionSpec) -> AccessibleElement.Value? {
        guard let knob = spec.knob else { return nil }
        return spec.kind == .slider ? .number(knob.value) : .isOn(knob.isOn)
    }
}

extension AccessibilitySpec.Role {
    /// The role of regions of a kind that state none; nil if there is none.
    init?(of kind: RegionKind) {
        switch kind {
        case .button, .control: self = .button
        case .slider: self = .adjustable
        case .switch: self = .switch
        case .label: self = .text
        case .imageView: self = .image
        case .scrollView: self = .list
        case .view, .window, .surface, .controller, .interceptor: return nil
        }
    }
}
