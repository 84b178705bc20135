/// A rule that finds parts of a configuration that are valid but cannot work, or do not work as intended. It reads nothing but the configuration.
protocol WarningRule: Sendable {
    static var id: WarningID { get }

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void)
}

/// The rules of a check.
enum WarningRules {
    static let all: [any WarningRule.Type] = [
        UnmatchedGlob.self, UnmatchedReference.self, NeverHitRegion.self, SurfaceNotGrabbed.self, SmallButton.self, PanelAspect.self,
        SlowFilter.self, OverlappingButtons.self, ButtonOffScreen.self, EdgeWithoutEdges.self, EdgeOutOfReach.self, UnscrollableView.self,
        NeverWinningGesture.self, NeverMadeGesture.self, MissingLabel.self, CoveredElement.self, MissingKeypad.self, TwoFingerOnly.self,
        MissingLanguage.self, ExploreNotGrabbed.self,
    ]
}
