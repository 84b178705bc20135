import Configuration
import JSON
import StrictYAML
import TouchCore

/// The queries of a scenario about the tree and the touches, and their answers.
extension ScenarioRunner {
    /// Logs the answer to an op `query`.
    mutating func ask(_ query: Input.Query, _ input: Input) throws(ScenarioFailure) {
        switch query {
        case .touchesForView(let id):
            let region = try index(id, input)
            let touches = pipeline.down.filter { $0.target == region }.map(\.id)
            answer("touchesForView", touches.isEmpty ? .null : log.touches(touches), [("region", .string(id))])
        case .allTouches: answer("allTouches", log.byTouch(phases.map { ($0.key, .string($0.value.rawValue)) }))
        case .chain(let id):
            let chain = pipeline.tree.responderChain(from: try index(id, input))
            answer("chain", .list(chain.map { .string($0) }), [("region", .string(id))])
        case .frame(let id):
            _ = try spec(id, input)
            let frame = pipeline.tree.frame(of: try index(id, input))
            let numbers = [frame.minX, frame.minY, frame.size.width, frame.size.height]
            answer("frame", .list(numbers.map { .number($0) }), [("region", .string(id))])
        case .touchView(let touch):
            let target = pipeline.down.first { log.numbers[$0.id] == touch }?.target
            answer("touchView", OrderedJSON(target.map { pipeline.tree[$0].id }), [("touch", .number(Double(touch)))])
        case .pointInside(let id, let p):
            answer("pointInside", .boolean(try spec(id, input).contains(p)), [("region", .string(id)), ("point", log.point(p))])
        }
    }

    /// Logs the answer to an op `convert`.
    mutating func convert(_ p: Point, _ from: String, _ to: String, _ input: Input) throws(ScenarioFailure) {
        let screen = pipeline.tree.convertToScreen(p, from: try index(from, input))
        answer(
            "convert", log.point(pipeline.tree.convert(screen, to: try index(to, input))),
            [
                ("from", .string(from)), ("to", .string(to)), ("point", log.point(p)),
            ])
    }

    private mutating func answer(_ query: String, _ result: OrderedJSON, _ more: [(key: String, value: OrderedJSON)] = []) {
        log.append(query, result, more, at: now)
    }

    private func index(_ id: String, _ input: Input) throws(ScenarioFailure) -> RegionID {
        guard let index = pipeline.tree.index(ofID: id) else { throw noRegion(id, input) }
        return index
    }

    private func spec(_ id: String, _ input: Input) throws(ScenarioFailure) -> RegionSpec {
        guard let spec = pipeline.tree.spec(ofID: id) else { throw noRegion(id, input) }
        return spec
    }

    private func noRegion(_ id: String, _ input: Input) -> ScenarioFailure {
        ScenarioFailure(mark: input.mark, message: "there is no region \(quoted(id)) at this time")
    }
}
