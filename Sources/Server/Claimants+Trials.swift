import Logging
import TouchCore
import Wire

/// Claims during trials. While a panel's calibration is on trial, its fingers may miss the keys of a sensitive region and land where others see them.
/// Therefore nobody owns a sensitive region on its screen during the trial, and a program that takes a PIN is told.
extension Claimants {
    /// Ends the claims in sensitive regions of the panel's screen when a trial of its calibration begins.
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

    /// Checks that no trial affects the receivers.
    ///
    /// - Throws: `taken`, if one of them is sensitive and a trial, running or just ended, may route its touches elsewhere.
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
