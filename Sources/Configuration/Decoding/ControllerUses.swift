import StrictYAML

/// The root view of each view controller. A controller has one.
struct ControllerUses {
    private var declared: [(id: String, mark: Mark)] = []
    private var regions: [String: String] = [:]

    mutating func declare(_ id: String, _ mark: Mark) { declared.append((id, mark)) }

    /// Lets another region become the controller's root view.
    mutating func forget(_ id: String) { regions[id] = nil }

    mutating func use(_ id: String, _ mark: Mark, regionNamed region: String, log: DiagnosticLog) {
        if ["application", "delegate"].contains(id) {
            log.error(mark, "\"controller\" in region \(quoted(region)): \(quoted(id)) comes after all windows and has no root view")
        } else if let first = regions[id] {
            log.error(mark, "controller \(quoted(id)) already has the root view \(quoted(first)); a controller has only one")
        } else {
            regions[id] = region
        }
    }

    /// Warns of controllers without a region. Call it after all regions are decoded.
    func check(log: DiagnosticLog) {
        if log.hasErrors { return }  // a missing region may be among them
        lazy var known = regions.keys.sorted()
        for (id, mark) in declared where regions[id] == nil && !["application", "delegate"].contains(id) {
            log.warning(
                mark, .controllerWithoutRegion,
                "controller \(quoted(id)) gets no touches, because no region has \"controller: \(id)\""
                    + suggestionSuffix(for: id, among: known))
        }
    }
}
