import TouchCore
import Vocabulary

extension ShapeName {
    package static let window: ShapeName = "window", region: ShapeName = "region"
    package static let hitTest: ShapeName = "hitTest", regionShape: ShapeName = "regionShape", intercept: ShapeName = "intercept"
    package static let accessibility: ShapeName = "regionAccessibility"
    package static let touchRules: ShapeName = "touchRules"
    package static let gesture: ShapeName = "gesture", gestureDefaults: ShapeName = "gestureDefaults", controller: ShapeName = "controller"

    // Edits
    package static let setEdit: ShapeName = "setEdit", boundsOriginEdit: ShapeName = "setBoundsOriginEdit"
    package static let addEdit: ShapeName = "addEdit", moveEdit: ShapeName = "moveEdit", regionEdit: ShapeName = "regionEdit"
}

/// The shapes of region trees and their edits, in configurations, in scenarios and on the socket.
package enum TreeShapes {
    /// The format of the regions that an edit can add.
    package static let regions = Format([
        .region: region, .hitTest: hitTest, .regionShape: regionShape, .gesture: gesture, .accessibility: ElementShapes.accessibility,
        .touchRules: TouchRuleShapes.rules,
    ])

    /// The format of a whole tree.
    package static let trees = Format([
        .window: window, .region: region, .hitTest: hitTest, .regionShape: regionShape, .intercept: intercept, .gesture: gesture,
        .gestureDefaults: gestureDefaults, .controller: controller, .accessibility: ElementShapes.accessibility,
        .touchRules: TouchRuleShapes.rules,
    ])

    /// The properties of a region that an edit can set.
    package static let settable = (window.keys + region.keys).reduce(into: [Key]()) { keys, key in
        if !key.isFixed && !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
    }

    /// The properties of a gesture that an edit can set.
    package static let settableOfGestures = gesture.keys.filter { !$0.isFixed }
}
