import ArgumentParser
import Configuration
import TouchCore
import Wire

struct Hit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Which region a point hits, and why: every region asked, its answer, and who kept others from being asked.",
        discussion: "Exits with 0 when a region is hit, 1 when none is. A negative coordinate goes behind \"--\".")

    @Argument(help: "In points of the screen.") var x: Double
    @Argument(help: "In points of the screen.") var y: Double
    @Option(help: "The configuration.") var config = defaultConfiguration
    @Option(help: "The screen's id; the first one by default.") var screen: String?
    @Flag(help: "One JSON object.") var json = false

    func validate() throws {
        guard x.isFinite && y.isFinite else { throw ValidationError("x and y are to be finite numbers") }
    }

    func run() throws {
        let settings = try settings(from: config)
        let tree = RegionTree(settings.screens.map(\.spec))
        guard let index = screen.map({ id in tree.screens.firstIndex { $0.id == id } }) ?? 0 else {
            complain("touchctl: \(config) has no screen \"\(screen!)\"; it has \(tree.screens.map(\.id).joined(separator: ", "))")
            throw ExitCode(64)
        }
        let trace = tree.trace(Point(x, y), screen: index)
        json ? printJSON(trace, tree) : printText(trace, tree, tree.screens[index].id)
        if trace.result == nil { throw Exit.negative }
    }

    private func words(_ answer: HitTrace.Answer, _ tree: RegionTree) -> String {
        switch answer {
        case .hit: "hit"
        case .childHit: "contains the point; a child is hit"
        case .redirects(let to): "redirects to \(tree[to].path)"
        case .passesThrough: "passes through: takes no touches itself, and no child of it is hit"
        case .letsThrough: "translucent: gets the touch as well as what is hit behind it"
        case .outside: "outside"
        case .refuses(.hidden): "refuses: hidden"
        case .refuses(.userInteractionDisabled): "refuses: userInteractionEnabled is false"
        case .refuses(.transparent): "refuses: alpha is 0.01 or less"
        case .refuses(.ignored): "refuses: hitTest ignore"
        }
    }

    private func words(_ cause: HitTrace.Unasked.Cause, _ tree: RegionTree) -> String {
        switch cause {
        case .ancestor(let ancestor): "its ancestor \(tree[ancestor].path) said no"
        case .answeredBefore: "behind the region that is hit"
        }
    }

    private func printText(_ trace: HitTrace, _ tree: RegionTree, _ screen: String) {
        let point = "(\(x), \(y)) on screen \(screen)"
        printLine(trace.result.map { "\(point) hits \(tree[$0].path)" } ?? "\(point) hits nothing")
        if !trace.asked.isEmpty { printLine("asked, in this order:") }
        for entry in trace.asked {
            printLine("  \(tree[entry.region].path)  at (\(entry.local.x), \(entry.local.y)): \(words(entry.answer, tree))")
        }
        if !trace.unasked.isEmpty { printLine("under the point, but not asked:") }
        for entry in trace.unasked { printLine("  \(tree[entry.region].path): \(words(entry.because, tree))") }
    }

    private func printJSON(_ trace: HitTrace, _ tree: RegionTree) {
        var writer = JSONWriter()
        func path(_ key: StaticString, _ region: RegionIndex?) {
            writer.key(key)
            if let region { writer.string(tree[region].path) } else { writer.null() }
        }
        writer.beginObject()
        path("hit", trace.result)
        writer.key("asked")
        writer.beginArray()
        for entry in trace.asked {
            writer.beginObject()
            path("region", entry.region)
            writer.key("local")
            writer.beginArray()
            writer.number(entry.local.x)
            writer.number(entry.local.y)
            writer.endArray()
            writer.key("answer")
            writer.string(words(entry.answer, tree))
            writer.endObject()
        }
        writer.endArray()
        writer.key("unasked")
        writer.beginArray()
        for entry in trace.unasked {
            writer.beginObject()
            path("region", entry.region)
            writer.key("because")
            writer.string(words(entry.because, tree))
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        output(writer.bytes)
    }
}
