import Logging
import TouchCore
import Wire

/// Claims during trials. While a calibration is on trial, fingers may miss the keys of a sensitive region and land in regions where other clients see
/// them. Therefore no client can claim a sensitive region on the panel's screen during the trial. A client that has a claim there, such as a program
/// that takes a PIN, loses the claim and is informed.
extension Claimants {
    /// Ends the claims in sensitive regions of the panel's screen when a trial of its calibration begins.
    func endClaimsForCalibrationTrial(panel: String) {
        guard let screen = screen(ofPanel: panel) else { return }
        for client in clients where claims.isOwner(client.number) {
            let lost = claims.receivers(of: client.number).filter { directory.index(ofID: $0).map { isSensitive($0, onScreen: screen) } ?? false }
            if lost.isEmpty { continue }
            endClaims(lost, .reload)
            sendLine(client, ServerMessages.released(lost, reason: .reload))
            journal.log(
                LogMessage(
                    .calibrationReleases,
                    "\(client.label): its claims in sensitive regions were released, because a calibration is being tried on panel \(panel)",
                    client.logFields + [.panel(panel)]))
        }
    }

    /// Checks that no trial affects the receivers.
    ///
    /// - Throws: `taken`, if one of them is in a sensitive region and a trial, running or just ended, may route the touches of that region elsewhere.
    func checkTrial(_ receivers: [RegionID]) throws(RequestError) {
        if !directory.hasSensitive { return }
        for receiver in receivers {
            guard let root = directory[receiver].sensitiveRoot else { continue }
            let start = "\"\(directory[receiver].path)\" is sensitive, and"
            let screen = directory.screens[directory[receiver].screen].id
            switch router.trials.entry?.subject {
            case .calibration(let panel)? where self.screen(ofPanel: panel) == screen:
                throw RequestError("\(start) a calibration is being tried on panel \(panel)", code: .taken, hint: Self.afterTrial)
            case .configuration? where !router.isAsConfigured(root):
                throw RequestError(
                    "\(start) the configuration being tried moves it or may lead its touches elsewhere", code: .taken,
                    hint: Self.afterTrial)
            default: break
            }
            if let panel = router.panelWithOldMapping(onScreen: directory[receiver].screen) {
                throw RequestError(
                    "\(start) panel \(panel) keeps its old mapping until nothing is down on it", code: .taken,
                    hint: "claim it again when nothing is down on the panel")
            }
        }
    }

    private static let afterTrial = "claim it again after the trial; a config line without \"trial\" reports the end"

    private func screen(ofPanel panel: String) -> String? { router.configuredPanels.first { $0.panel == panel }?.screen }

    private func isSensitive(_ receiver: RegionID, onScreen screen: String) -> Bool {
        directory[receiver].sensitiveRoot != nil && directory.screens[directory[receiver].screen].id == screen
    }
}
