import Logging
import TouchCore
import Wire

/// While a panel has another calibration than the configuration says, its fingers may hit beside the keys of a sensitive region, where others see
/// them. So nobody owns a sensitive region on its screen meanwhile, and a program that takes a PIN hears of it.
extension Claimants {
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

    /// - Throws: `taken`, if one of them is sensitive and its screen has a panel whose calibration is only tried.
    func checkCalibration(_ receivers: [RegionID]) throws(RequestError) {
        guard directory.hasSensitive, case .calibration(let panel)? = router.trialEntry?.subject, let screen = screen(ofPanel: panel) else { return }
        for receiver in receivers where isSensitive(receiver, onScreen: screen) {
            throw RequestError(
                "\"\(directory[receiver].path)\" is sensitive, and panel \(panel) has a calibration that is only tried", code: .taken,
                hint: "ask again when the trial is over: a config line without \"trial\" says so")
        }
    }

    private func screen(ofPanel panel: String) -> String? { router.configuredPanels.first { $0.panel == panel }?.screen }

    private func isSensitive(_ receiver: RegionID, onScreen screen: String) -> Bool {
        directory[receiver].sensitiveRoot != nil && directory.screens[directory[receiver].screen].id == screen
    }
}
