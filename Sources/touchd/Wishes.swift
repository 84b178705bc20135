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

    func edit(_ line: [UInt8]) throws(RequestError) -> [String] {
        switch readEdits(line, of: pipeline.tree) {
        case .failure(let error): throw RequestError(error.description)
        case .success(let edits):
            do { try edit(edits) } catch { throw RequestError(error) }
            return edits.compactMap { if case .add(let region, _, _) = $0 { region.id } else { nil } }
        }
    }

    func remove(_ regions: [String]) {
        let all = pipeline.tree.ids(in: regions)
        abandon(Dictionary(uniqueKeysWithValues: all.map { ($0, TouchID.first) }), .clientGone)
        for region in regions where pipeline.tree.spec(ofID: region) != nil { try? edit([.remove(region)]) }
    }

    private func edit(_ edits: [TreeEdit]) throws(TreeEditError) {
        let (cancels, isRenumbered) = try pipeline.edit(edits, time: timesOfPanels)
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
