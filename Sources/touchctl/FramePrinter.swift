import Glibc
import TouchCore
import Wire

/// Prints the lines of an observer of `**`, or their text.
final class FramePrinter {
    private var seq: UInt64 = 1
    private var line = JSONWriter()
    private var out: [UInt8] = []
    private var redactionScratch = FrameScratch()
    private var scratch = FrameScratch()
    private var verifier = StreamState()
    /// Nil: the protocol's lines are printed.
    private var text: FrameText?
    /// Continues over several pipelines, so that no id comes twice.
    var ids = TouchIDs()

    init(_ text: FrameText?) { self.text = text }

    /// Prints the frames, and empties the buffer.
    func add(_ frames: inout FrameBuffer, _ pipeline: borrowing TouchPipeline, _ encoder: FrameEncoder) {
        for index in frames.indices { add(frames, index, pipeline, encoder) }
        frames.removeAll()
    }

    private func add(_ frames: borrowing FrameBuffer, _ index: Int, _ pipeline: borrowing TouchPipeline, _ encoder: FrameEncoder) {
        func isSeen(_ event: RoutedTouch) -> Bool { event.phase != .stationary }
        // As for an observer who may not look into sensitive regions.
        let sensitive = encoder.sensitive
        let frame =
            sensitive.isEmpty
            ? frames[index].filtered(into: &scratch, where: isSeen, outside: { _ in true }, actions: { _ in true })
            : frames[index].redacted(sensitive, into: &redactionScratch, isRedacted: { _, _ in true })
                .filtered(into: &scratch, where: isSeen, outside: { _ in true }, actions: { _ in true })
        if frame.isEmpty { return }
        do { try verifier.apply(frame, panel: pipeline.name(ofPanel: frame.panel)) } catch {
            complain("touchctl: bug: \(error)")
            exit(70)
        }
        encoder.body(frame, panel: pipeline.name(ofPanel: frame.panel), into: &line)
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
