import Configuration
import Glibc
import Server
import TouchCore
import Wire

/// What clients of trusted users may have done.
extension Daemon {
    /// The present, on each panel's event clock.
    var timesOfPanels: (Int) -> Int64 {
        let times = Dictionary(uniqueKeysWithValues: panels.map { ($0.panel, time(of: $0)) })
        return { times[$0] ?? monotonicNow() }
    }

    func setClaimed(_ owners: [String: Int]) {
        publish(pipeline.setClaimed(owners, time: timesOfPanels))
        setDeadlineTimer()
    }

    func setExplaining(_ isOn: Bool) { pipeline.explains = isOn }

    func abandon(_ receivers: [String: TouchID], _ reason: CancelReason) {
        publish(pipeline.abandon(receivers, reason: reason, time: timesOfPanels))
        setDeadlineTimer()
    }

    func steal(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        publish(try pipeline.steal(touches, by: interceptor, time: timesOfPanels))
        setDeadlineTimer()
    }

    func answer(_ question: QuestionID, _ value: Bool?) {
        publish(pipeline.answer(question, value, time: timesOfPanels))
        setDeadlineTimer()
    }

    func edit(_ edits: JSONNode, check: EditsCheck?) throws(RequestError) -> [String] {
        switch readEdits(edits, of: pipeline.tree) {
        case .failure(let error): throw RequestError(error.description, code: error.isMissing ? .notFound : .badRequest)
        case .success(let edits):
            do { try edit(edits, check: check) } catch { throw RequestError(error) }
            return edits.compactMap { if case .add(let region, _, _) = $0 { region.id } else { nil } }
        }
    }

    func remove(_ regions: [String]) -> [String] {
        let removal = pipeline.remove(regions, reason: .clientGone, time: timesOfPanels)
        publish(removal.frames)
        if removal.isRenumbered { publisher.replaceTree(isReload: false) }
        setDeadlineTimer()
        return removal.missing
    }

    private func edit(_ edits: [TreeEdit], check: EditsCheck? = nil) throws(TreeEditError) {
        let (cancels, isRenumbered) = try pipeline.edit(edits, time: timesOfPanels, check: check)
        publish(cancels)
        if isRenumbered {
            publisher.replaceTree(isReload: false)
        } else {
            publisher.regionsChanged(edits.map(\.region))
        }
        setDeadlineTimer()
    }

    func letGo(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        publish(try pipeline.letGo(touches, by: interceptor, time: timesOfPanels))
        setDeadlineTimer()
    }
}
