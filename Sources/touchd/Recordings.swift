import Recordings
import Server
import TouchCore
import Wire

/// Clients that record what panels report.
extension Daemon {
    func startRecording(_ number: Int, panel id: String) throws(RequestError) -> [String] {
        guard let panel = panels.first(where: { $0.entry.settings.id == id }) else {
            throw RequestError("there is no panel \"\(id)\"", code: .notFound, hint: "the reply to devices lists the panels in use")
        }
        var writer = EvemuWriter()
        var isFresh = false
        switch panel.source {
        case .live(let live, _): writer.describe(live.recorded, comments: ["Recorded by touchd from \(live.node), panel \(id)"])
        case .injected:
            throw RequestError(
                "panel \"\(id)\" reports nothing that could be recorded: clients inject its touches", code: .notFound,
                hint: "the reply to devices lists the panels that can be recorded")
        case .recording(let played):
            writer.describe(RecordedDevice(panel.profile.declared), comments: ["Recorded by touchd from \(played.recording.file), panel \(id)"])
            isFresh = pipeline.health(ofPanel: panel.panel).reports == 0
        }
        recorders.add(number, of: panel.panel, panel.profile.declared, isFresh: isFresh, pipeline)
        return String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func stopRecording(_ number: Int) { recorders.remove(number) }

    /// The pipeline has taken a whole report, or the kernel's state.
    func closeReport(_ panel: Int, at time: Int64) {
        if !recorders.isEmpty { publish(recorders.close(panel: panel, at: time, pipeline)) }
    }

    func publish(_ recorded: [Recorders.Output]) {
        for (recording, events) in recorded { publisher.publish(input: events, of: recording) }
    }
}
