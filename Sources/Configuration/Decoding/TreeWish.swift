import TouchCore

/// A change of a region tree as a scenario's op or a client's edit states it. What `set` means depends on what the region is
/// at that time.
package enum TreeWish: Sendable {
    case edit(TreeEdit)
    /// - value: a mapping of the one property.
    case set(region: String, value: YAMLNode)
    case setBoundsOrigin(region: String, Point)
    /// - value: a mapping of the one property.
    case setGesture(String, value: YAMLNode)

    /// As an edit of a tree.
    ///
    /// - Parameters:
    ///   - spec: what a region is at this time, nil when there is none.
    ///   - owner: the region that has a gesture at this time.
    /// - Throws: ImpossibleEdit, when it sets a property of none, or of a region of a kind that has no such property.
    package func edit(_ spec: (String) -> RegionSpec?, owner: (String) -> String?) throws(ImpossibleEdit) -> TreeEdit {
        func changed(_ id: String, _ change: (inout RegionSpec) -> Void) throws(ImpossibleEdit) -> TreeEdit {
            guard var spec = spec(id) else { throw ImpossibleEdit(noRegion: id) }
            change(&spec)
            return .set(id, spec)
        }
        switch self {
        case .edit(let edit): return edit
        case .set(let region, let value):
            if case .mapping(let entries) = value.content, let property = entries.first?.key, let spec = spec(region),
                let kinds = Shapes.shape(.region).key(property)?.onlyFor, !kinds.contains(spec.kind.rawValue)
            {
                throw ImpossibleEdit(property, isOnlyFor: kinds, spec)
            }
            return try changed(region) {
                var decoder = RegionDecoder(log: DiagnosticLog(file: ""))
                decoder.setProperties(value, of: &$0)
                decoder.setGeometry(value, of: &$0)
            }
        case .setGesture(let id, let value):
            guard let region = owner(id) else { throw ImpossibleEdit(noGesture: id) }
            return try changed(region) { spec in
                var decoder = RegionDecoder(log: DiagnosticLog(file: ""))
                for place in spec.gestures.indices where spec.gestures[place].id == id {
                    decoder.setProperties(value, of: &spec.gestures[place])
                }
            }
        case .setBoundsOrigin(let region, let origin): return try changed(region) { $0.geometry.bounds.origin = origin }
        }
    }
}

package struct ImpossibleEdit: Error, CustomStringConvertible {
    package let description: String
    /// It is about a region or a gesture that there is not.
    package let isMissing: Bool

    init(noRegion id: String) { (description, isMissing) = ("there is no region \(quoted(id)) at this time", true) }
    init(noGesture id: String) { (description, isMissing) = ("there is no gesture \(quoted(id)) at this time", true) }
    init(_ key: String, isOnlyFor kinds: [String], _ region: RegionSpec) {
        isMissing = false
        description = "\(quoted(key)) is for kind \(kinds.joined(separator: ", ")) only, and \(quoted(region.id)) is a \(region.kind.rawValue)"
    }
}

extension RegionDecoder {
    /// What of a region can be set while it is there.
    private static let settable = [
        "frame", "center", "bounds", "transform", "hidden", "alpha", "userInteractionEnabled", "clipsToBounds",
        "multipleTouchEnabled", "exclusiveTouch", "enabled", "level", "hitInsets", "shape", "hitTest", "responds", "behaviour",
        "watchesOutside", "undecidedFor", "fallback", "contentSize", "scrollEnabled", "delaysContentTouches",
        "canCancelContentTouches", "touchesShouldCancelNo", "touchesShouldCancelYes", "touchesShouldBeginNo",
        "value", "minimumValue", "maximumValue", "isContinuous", "isOn", "axis", "knobSize",
        "contentInset", "pagingEnabled", "directionalLockEnabled", "decelerationRate", "bounces", "alwaysBounceHorizontal",
        "alwaysBounceVertical", "minimumZoomScale", "maximumZoomScale", "zoomScale", "bouncesZoom",
        "trackingSlop", "contentDelay", "translationSlop", "scaleSlop",
    ]
    /// Of those, what can be taken away by `null`.
    private static let optional = [
        "shape", "hitTest", "behaviour", "undecidedFor", "fallback", "axis", "knobSize", "trackingSlop", "contentDelay", "translationSlop", "scaleSlop",
    ]

    /// The wish in a node that its shape has been held against; nil when it is none, or something is wrong with it.
    package mutating func wish(_ node: YAMLNode, _ validator: inout ShapeValidator) -> TreeWish? {
        func index() -> Int? { node.number("index").flatMap { Int(exactly: $0) } }
        switch node.string("op") {
        case "set" where node["gesture"] != nil: return setGesture(node, &validator)
        case "set": return set(node, &validator)
        case "setBoundsOrigin":
            guard let region = name(node, "region"), let origin = node.point("origin") else { return nil }
            return .setBoundsOrigin(region: region, origin)
        case "add":
            guard let parent = name(node, "parent"), let region = node["region"], case .mapping = region.content else { return nil }
            return .edit(.add(laterRegion(region), to: parent, index: index()))
        case "move":
            guard let region = name(node, "region"), let parent = name(node, "parent") else { return nil }
            return .edit(.move(region, to: parent, index: index()))
        case "remove": return name(node, "region").map { .edit(.remove($0)) }
        case "bringToFront": return name(node, "region").map { .edit(.bringToFront($0)) }
        case "sendToBack": return name(node, "region").map { .edit(.sendToBack($0)) }
        default: return nil
        }
    }

    private mutating func set(_ node: YAMLNode, _ validator: inout ShapeValidator) -> TreeWish? {
        guard let key = node["key"], let property = key.string, let value = node["value"], let region = name(node, "region")
        else { return nil }
        guard Self.settable.contains(property), let shape = Shapes.shape(.window).key(property) ?? Shapes.shape(.region).key(property) else {
            let suffix = suggestionSuffix(for: property, among: Self.settable)
            log.error(key.mark, "\(quoted(property)) cannot be set: expected one of \(Self.settable.joined(separator: ", "))\(suffix)")
            return nil
        }
        let change = value.under(property)
        if !(value.isNull && Self.optional.contains(property)) {
            validator.validate(value, as: shape, of: .region)
            // What the shape cannot say: whether a transform can be inverted, whether a name is known.
            var trial = RegionSpec(id: region, kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 1, 1)))
            trial.knob = KnobSpec()
            setProperties(change, of: &trial)
            setGeometry(change, of: &trial)
        }
        return .set(region: region, value: change)
    }

    private mutating func setGesture(_ node: YAMLNode, _ validator: inout ShapeValidator) -> TreeWish? {
        guard let key = node["key"], let property = key.string, let value = node["value"], let gesture = node["gesture"],
            let name = gesture.string
        else { return nil }
        refer(toGesture: name, gesture.mark, place: "\"gesture\" of op set")
        let settable = Shapes.shape(.gesture).keys.map(\.name).filter { $0 != "id" && $0 != "type" }
        guard settable.contains(property), let shape = Shapes.shape(.gesture).key(property) else {
            log.error(key.mark, "a gesture has no \(quoted(property)) that can be set\(suggestionSuffix(for: property, among: settable))")
            return nil
        }
        validator.validate(value, as: shape, of: .gesture)
        let change = value.under(property)
        return .setGesture(name, value: change)
    }

    /// The id of a region, which must be in the tree or be added to it.
    private mutating func name(_ node: YAMLNode, _ key: String) -> String? {
        guard let value = node[key], let name = value.string else { return nil }
        refer(to: name, value.mark, place: quoted(key))
        return name
    }
}

extension YAMLNode {
    /// A mapping with this value under one key.
    fileprivate func under(_ key: String) -> YAMLNode {
        YAMLNode(mark: mark, content: .mapping([Entry(key: key, mark: mark, value: self)]))
    }
}
