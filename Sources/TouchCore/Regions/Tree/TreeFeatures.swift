/// The features that any region of a tree has, or has had. The routing of touches skips the work for all other features.
struct TreeFeatures: OptionSet {
    let rawValue: UInt16
    static let translucent = TreeFeatures(rawValue: 1)
    static let watchesOutside = TreeFeatures(rawValue: 2)
    static let undecided = TreeFeatures(rawValue: 4)
    static let fallback = TreeFeatures(rawValue: 8)
    static let dragsSelf = TreeFeatures(rawValue: 16)
    static let gestures = TreeFeatures(rawValue: 32)
    static let controls = TreeFeatures(rawValue: 64)
    static let scrolls = TreeFeatures(rawValue: 128)
    static let knobs = TreeFeatures(rawValue: 256)
    static let sensitive = TreeFeatures(rawValue: 512)
    static let surfaces = TreeFeatures(rawValue: 1024)
    static let spared = TreeFeatures(rawValue: 2048)
    static let keys = TreeFeatures(rawValue: 4096)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates the features of a region, without `gestures`.
    init(_ spec: RegionSpec) {
        self = []
        if spec.hitTest == .translucent { insert(.translucent) }
        if spec.watchesOutside { insert(.watchesOutside) }
        if spec.undecidedFor != nil { insert(.undecided) }
        if spec.fallback != nil { insert(.fallback) }
        if spec.behaviour == .dragSelf { insert(.dragsSelf) }
        if spec.kind.isControl { insert(.controls) }
        if spec.knob != nil { insert(.knobs) }
        if spec.kind == .scrollView { insert(.scrolls) }
        if spec.isSensitive { insert(.sensitive) }
        if spec.kind == .surface { insert(.surfaces) }
        if !spec.spared.isEmpty { insert(.spared) }
        if spec.keyCode != nil { insert(.keys) }
    }
}
