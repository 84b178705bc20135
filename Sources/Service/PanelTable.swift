import TouchCore

/// The panels in use, in the order in which they were added.
final class PanelTable {
    private(set) var all: [OpenPanel] = []

    func add(_ panel: OpenPanel) {
        all.append(panel)
        checkInvariants()
    }

    /// Removes a panel. Returns false if it was not in use.
    func remove(_ panel: OpenPanel) -> Bool {
        guard let index = all.firstIndex(where: { $0 === panel }) else { return false }
        all.remove(at: index)
        return true
    }

    func panel(ofID id: String) -> OpenPanel? { all.first { $0.id == id } }

    subscript(id: PanelID) -> OpenPanel? { all.first { $0.panelID == id } }

    func panel(atNode node: String) -> OpenPanel? { all.first { $0.identity.source == node } }

    private func checkInvariants() {
        assert(Set(all.map(\.panelID)).count == all.count, "two panels have one identity")
        assert(Set(all.map(\.id)).count == all.count, "two panels are one entry of the configuration")
    }
}
