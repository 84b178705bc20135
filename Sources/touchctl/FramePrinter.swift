import Glibc
import TouchCore
import Wire

/// Prints the lines that a client gets if it observes all regions (`**`), or their text. For a session, prints all lines that such a client gets with
/// `trace` and `raw` on the admin socket.
final class FramePrinter {
    private var seq: UInt64 = 1
    private var line = JSONWriter()
    private var out: [UInt8] = []
    // The frame as seen by an observer without rights to sensitive regions, and the part of it that is printed. Both keep their memory.
    private var redacted = RoutedFrame()
    private var printed = RoutedFrame()
    private var verifier = StreamState()
    /// Writes the lines as text; nil if the protocol's lines are printed.
    private var text: FrameText?
    private let isSession: Bool
    /// The touch ids. They continue over several pipelines, so that no id is used twice.
    var ids = TouchIDs()

    init(_ text: FrameText?, isSession: Bool = false) {
        self.text = text
        self.isSession = isSession
    }

    // MARK: A session

    /// Prints the state before the first event.
    func begin(_ panels: [PanelEntry], _ pipeline: TouchPipeline, _ encoder: FrameEncoder, at time: Int64) {
        if !isSession { return }
        pipeline.explains = true
        pipeline.startScreens(at: time)
        let tree = pipeline.tree
        let texts = RegionTexts()
        texts.writeAll(tree)
        out += ServerMessages.snapshot(
            seq: seq, generation: 1, panels: panels, screens: pipeline.screenStates, encoder: encoder, tree: tree, texts: texts,
            regions: tree.directory.receivers.filter { !encoder.sensitive.followsFingers($0) }, touches: [])
        seq += 1
        _ = pipeline.removeNotices()
    }

    /// Prints the pending notices about screens and gestures.
    func addNotices(_ pipeline: TouchPipeline) {
        if !isSession || !pipeline.hasNotices { return }
        for notice in pipeline.removeNotices() {
            switch notice {
            case .screen(let state): out += ServerMessages.screen(state)
            case .staff(let screen, let id, let time): out += ServerMessages.staff(screen: screen, id: id, time: time)
            case .gesture(let screen, let id, let time): out += ServerMessages.kioskGesture(screen: screen, id: id, time: time)
            case .accessibility(let notice): if let line = AccessibilityMessages.line(notice) { out += line }
            case .wake: break
            }
        }
    }

    /// Prints that a panel has been removed.
    func remove(_ panel: String, at time: Int64) { if isSession { out += ServerMessages.removed(panel, time: time) } }

    // MARK: Frames

    /// Prints the frames, and empties the buffer.
    func add(_ frames: inout FrameBuffer, _ pipeline: TouchPipeline, _ encoder: FrameEncoder) {
        for index in frames.indices { add(frames, index, pipeline, encoder) }
        frames.removeAll()
    }

    private func add(_ frames: borrowing FrameBuffer, _ index: Int, _ pipeline: TouchPipeline, _ encoder: FrameEncoder) {
        if isSession {
            let panel = pipeline.name(ofPanel: frames[index].panel)
            for explanation in frames.explanations(at: index) {
                out += ServerMessages.trace(explanation, time: frames[index].time, panel: panel, pipeline.tree.directory)
            }
        }
        if encoder.sensitive.isEmpty || redacted.copy(redacted: frames[index], encoder.sensitive, isRedacted: { _, _ in true }) {
            addSeen(of: frames[index], pipeline, encoder)
        } else {
            addSeen(of: redacted, pipeline, encoder)
        }
    }

    private func addSeen(of frame: RoutedFrame, _ pipeline: TouchPipeline, _ encoder: FrameEncoder) {
        let seesAll = printed.copy(partOf: frame, where: { frame.events[$0].phase != .stationary }, outside: { _ in true }, actions: { _ in true })
        if seesAll { print(frame, pipeline, encoder) } else { print(printed, pipeline, encoder) }
    }

    private func print(_ frame: RoutedFrame, _ pipeline: TouchPipeline, _ encoder: FrameEncoder) {
        if frame.hasNoEvents { return }
        do { try verifier.apply(frame, panel: pipeline.name(ofPanel: frame.panel)) } catch {
            complain("touchctl: bug: \(error)")
            exit(70)
        }
        encoder.body(frame, panel: pipeline.name(ofPanel: frame.panel), FrameFormat(isRaw: isSession), into: &line)
        FrameEncoder.number(seq, &line)
        seq += 1
        if text != nil {
            out += text!.bytes(line.withBytes { Array($0) })
        } else {
            line.withBytes { out += $0 }
        }
        if out.count > 1 << 16 { flush() }
    }

    func flush() {
        output(out)
        out.removeAll(keepingCapacity: true)
    }
}
