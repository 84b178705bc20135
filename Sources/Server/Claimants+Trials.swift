import Logging
import TouchCore
import Wire

/// While a panel has another calibration than the configuration says, its fingers may hit beside the keys of a sensitive region, where others see
/// them. So nobody owns a sensitive region on its screen meanwhile, and a program that takes a PIN hears of it.
extension Claimants {
    /// A trial of a calibration begins: what is claimed in sensitive regions of the panel's screen is released.
    func calibrationTried(panel: String) {
        guard let screen = screen(ofPanel: panel) else { return }
        for client in clients where claims.isOwner(client.number) {
            let lost = claims.receivers(of: client.number).filter { directory.index(ofID: $0).map { isSensitive($0, onScreen: screen) } ?? false }
            if lost.isEmpty { continue }
            giveUp(lost, .reload)
            tell(client, ServerMessages.released(lost, reason: .reload))
            journal.log(
                LogMessage(
                    .calibrationReleases,
                    "\(client.label): what it had claimed in sensitive regions is released, because panel \(panel) has another calibration",
                    client.logFields + [.panel(panel)]))
        }
    }

    /// - Throws: `taken`, if one of them is sensitive and what is tried, or was tried just now, may lead touches of it elsewhere.
    func checkTrial(_ receivers: [RegionID]) throws(RequestError) {
        if !directory.hasSensitive { return }
        for receiver in receivers {
            guard let root = directory[receiver].sensitiveRoot else { continue }
            let start = "\"\(directory[receiver].path)\" is sensitive, and"
            let screen = directory.screens[directory[receiver].screen].id
            switch router.trialEntry?.subject {
            case .calibration(let panel)? where self.screen(ofPanel: panel) == screen:
                throw RequestError("\(start) panel \(panel) has a calibration that is only tried", code: .taken, hint: Self.afterTrial)
            case .configuration? where !router.isAsConfigured(root):
                throw RequestError(
                    "\(start) not where the configuration has it, which is only tried and may lead its touches elsewhere", code: .taken,
                    hint: Self.afterTrial)
            default: break
            }
            if let panel = router.panelWithOldMapping(onScreen: directory[receiver].screen) {
                throw RequestError(
                    "\(start) panel \(panel) is mapped as before until nothing is down on it", code: .taken,
                    hint: "ask again when all fingers have lifted")
            }
        }
    }

    private static let afterTrial = "ask again when the trial is over: a config line without \"trial\" says so"

    private func screen(ofPanel panel: String) -> String? { router.configuredPanels.first { $0.panel == panel }?.screen }

    private func isSensitive(_ receiver: RegionID, onScreen screen: String) -> Bool {
        directory[receiver].sensitiveRoot != nil && directory.screens[directory[receiver].screen].id == screen
    }
}
