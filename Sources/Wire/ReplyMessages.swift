import TouchCore

/// Replies that carry data, not only whether the request succeeded.
extension ServerMessages {
    /// Returns the answer to `devices`.
    public static func devices(_ request: JSONValue?, _ devices: [DeviceEntry], screens: [RegionDirectory.Screen]) -> [UInt8] {
        line("reply") { writer in
            id(request, &writer)
            writer.key("ok")
            writer.bool(true)
            writer.key("devices")
            writer.beginArray()
            for device in devices { device.write(into: &writer) }
            writer.endArray()
            writer.key("screenSizes")
            writer.beginArray()
            for screen in screens {
                writer.beginObject()
                writer.key("screen")
                writer.string(screen.id)
                writer.key("size")
                writer.beginArray()
                writer.number(screen.size.width)
                writer.number(screen.size.height)
                writer.endArray()
                writer.endObject()
            }
            writer.endArray()
        }
    }

    public static func status(_ request: JSONValue?, _ status: DaemonStatus) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("server")
            $0.string(version)
            $0.key("protocol")
            $0.integer(protocolVersion)
            $0.key("epoch")
            $0.string(status.epoch)
            $0.key("pid")
            $0.integer(Int(status.process))
            $0.key("time")
            $0.integer(status.time)
            $0.key("startedAt")
            $0.integer(status.startedAt)
            $0.key("generation")
            $0.integer(status.generation)
            $0.key("configuration")
            status.configuration.write(into: &$0)
            $0.key("panels")
            $0.beginArray()
            for panel in status.panels { panel.write(into: &$0) }
            $0.endArray()
            $0.key("configuredPanels")
            $0.beginArray()
            for panel in status.configuredPanels { panel.write(into: &$0) }
            $0.endArray()
            $0.key("screens")
            $0.beginArray()
            for screen in status.screens { screen.writeStatus(into: &$0) }
            $0.endArray()
            $0.key("rights")
            $0.beginArray()
            for right in status.rights { $0.string(right.rawValue) }
            $0.endArray()
            $0.key("counts")
            $0.beginObject()
            $0.key("clients")
            $0.integer(status.clients)
            $0.key("mostClients")
            $0.integer(status.mostClients)
            $0.key("unusedDevices")
            $0.integer(status.unused)
            $0.key("touches")
            $0.unsigned(status.touches)
            $0.key("down")
            $0.integer(status.down)
            status.counters.write(into: &$0, withFrames: status.countsFrames)
            $0.endObject()
            $0.key("queues")
            status.queues.write(into: &$0)
            $0.key("latency")
            status.latency.write(into: &$0)
            $0.key("injecting")
            $0.beginArray()
            for entry in status.injecting { entry.write(into: &$0) }
            $0.endArray()
        }
    }

    /// Returns the answer to `stats`.
    public static func stats(_ request: JSONValue?, _ statistics: StatisticsEntry, hours: Bool = false, sinceStart: Bool = false) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("statistics")
            $0.beginObject()
            statistics.write(into: &$0, hours: hours, sinceStart: sinceStart)
            $0.endObject()
        }
    }

    /// Returns the answer to `clients`.
    ///
    /// - Parameter time: the current time, on the same clock as the times in the entries.
    public static func clients(_ request: JSONValue?, time: Int64, _ clients: [ClientEntry]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("time")
            $0.integer(time)
            $0.key("clients")
            $0.beginArray()
            for client in clients { client.write(into: &$0) }
            $0.endArray()
        }
    }

    /// Returns the answer to `configuration`.
    ///
    /// - Parameter text: the text in UTF-8, like every configuration that was read.
    public static func configuration(_ request: JSONValue?, path: String, text: [UInt8], trial: TrialEntry?) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("path")
            $0.string(path)
            $0.key("text")
            $0.string(String(decoding: text, as: UTF8.self))
            trial?.write(into: &$0)
        }
    }

    /// Returns the answer to `reload`, `try` and `revert`.
    public static func reply(to request: JSONValue?, _ result: ReloadResult, generation: Int) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(result.isDone)
            $0.key("generation")
            $0.integer(generation)
            if !result.isDone {
                $0.key("error")
                $0.beginObject()
                $0.key("code")
                $0.string((result.isNotAllowed ? RequestError.Code.notAllowed : .refused).rawValue)
                $0.key("message")
                let first = result.diagnostics.first ?? ""
                $0.string(result.isNotAllowed ? first : "the configuration is refused, and the old one stays: \(first)")
                $0.key("hint")
                $0.string(result.isNotAllowed ? "docs/access.md, Trials, says what a trial may change" : RequestError.Code.refused.hint)
                $0.endObject()
            }
            $0.key("diagnostics")
            $0.beginArray()
            for diagnostic in result.isNotAllowed ? [] : result.diagnostics { $0.string(diagnostic) }
            $0.endArray()
            if result.isDone { GaveWayEntry.write(result.gaveWay, into: &$0) }
        }
    }

    /// Returns the answer to `inject`.
    ///
    /// - Parameter touches: the touch of each finger in the request; nil for a finger that made no touch.
    public static func injected(_ request: JSONValue?, touches: [TouchID?]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("touches")
            $0.beginArray()
            for touch in touches { if let touch { $0.unsigned(touch.rawValue) } else { $0.null() } }
            $0.endArray()
        }
    }

    /// Returns the answer to `record`.
    ///
    /// - Parameter evemu: the lines that describe the panel.
    public static func recording(_ request: JSONValue?, evemu: [String]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("evemu")
            $0.beginArray()
            for line in evemu { $0.string(line) }
            $0.endArray()
        }
    }
}
