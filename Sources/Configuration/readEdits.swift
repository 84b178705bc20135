import JSON
import StrictYAML
import TouchCore
import TreeFormat

/// Decodes the `edits` of a client's line.
///
/// - Returns: the edits in order; or, if any of them has an error, all errors with their places in the line.
public func readEdits(_ edits: JSONNode, of tree: RegionTree) -> Result<[TreeEdit], EditsError> {
    let log = DiagnosticLog(file: "")
    let node = YAMLNode(edits)
    var validator = ShapeValidator(TreeShapes.edits, log: log)
    validator.validate(node, as: TreeShapes.editsKey, of: "an edit request")
    var result: [TreeEdit] = []
    var missing = 0
    // The specs that regions have after the preceding edits, by ID.
    var specs: [String: RegionSpec] = [:]
    func remember(_ spec: RegionSpec) {
        specs[spec.id] = spec
        for child in spec.children { remember(child) }
    }
    let items = node.items ?? []
    for (number, item) in items.enumerated() {
        // References are not resolved here, because edits may add or remove their targets; the tree checks them later.
        var decoder = RegionDecoder(log: log, scope: "tree")
        decoder.gestureDefaults = tree.gestureDefaults
        guard let unresolved = decoder.edit(item, &validator), !log.hasErrors else { continue }
        do {
            let edit = try unresolved.resolved({ specs[$0] ?? tree.spec(ofID: $0) }) { gesture in
                specs.values.first { $0.gestures.contains { $0.id == gesture } }?.id ?? tree.owner(ofGesture: gesture)
            }
            switch edit {
            case .add(let spec, _, _), .set(_, let spec): if number < items.count - 1 { remember(spec) }
            default: break
            }
            result.append(edit)
        } catch {
            if error.isMissing { missing += 1 }
            log.error(item.mark, error.description)
        }
    }
    return log.hasErrors ? .failure(EditsError(log, missing: missing)) : .success(result)
}

/// The errors in the edits of a line.
public struct EditsError: Error, CustomStringConvertible {
    /// The messages one after the other: `column 57: unknown key "widht" in region "x"; did you mean "width"?`.
    public let description: String
    /// True if all errors are about regions or gestures that do not exist.
    public let isMissing: Bool

    /// Makes the error from a log.
    ///
    /// - Parameter missing: the number of errors about regions or gestures that do not exist.
    init(_ log: DiagnosticLog, missing: Int = 0) {
        let errors = log.inSourceOrder.filter { $0.severity == .error }
        description = errors.map { $0.mark == .ofFile ? $0.message : "column \($0.mark.column): \($0.message)" }.joined(separator: "; ")
        isMissing = errors.count == missing
    }
}
