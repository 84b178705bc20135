import Configuration
import JSON
import Wire

@testable import touchctl

extension Kiosk {
    /// A kiosk without trouble: touchd with one grabbed panel and a surface, sway, one display.
    static var healthy: Kiosk {
        var machine = FakeMachine()
        machine.commands = [
            "systemctl show touchd.service --property=LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus":
                "LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=enabled\nResult=success\nExecMainStatus=0\n",
            "systemctl show touchd.service --property=ActiveState": "ActiveState=active\n",
            "systemctl show touchd.service --property=NRestarts,Result": "NRestarts=0\nResult=success\n",
            "systemctl show touchd-wake@main.service --property=LoadState,Result": "LoadState=loaded\nResult=success\n",
            "systemctl show touchd-units.socket --property=ActiveState": "ActiveState=active\n", "getent group 997": "touch:x:997:kiosk\n",
            "systemctl show touchd-devices.socket --property=ActiveState": "ActiveState=active\n", "getent group input": "input:x:104:\n",
            "id -un": "somebody\n",
            "timedatectl show --property=NTP,NTPSynchronized": "NTP=yes\nNTPSynchronized=yes\n", "cage -v": "Cage version 0.1.5\n",
        ]
        machine.nodes["/run/touchd/events.sock"] = FileAttributes(mode: 0o660, user: 0, group: 997)
        machine.files["/usr/lib/udev/rules.d/70-touchd.rules"] = ""
        machine.nodes["/dev/uinput"] = FileAttributes(mode: 0o600, user: 0, group: 0)
        machine.plug(5, name: "ACME")
        machine.plug(6, name: "touchd main", phys: "touchd/main-0")
        machine.start(10, "touchd", opens: "/dev/input/event5", "/dev/uinput")
        machine.start(11, "sway", opens: "/dev/input/event6")
        machine.links["/proc/10/exe"] = "/usr/bin/touchd"
        machine.files["/sys/class/drm/card0-HDMI-A-1/status"] = "connected\n"
        machine.files["/sys/class/drm/card0-DP-1/status"] = "disconnected\n"

        var kiosk = Kiosk(system: machine)
        kiosk.daemon = DaemonAnswers(
            failure: nil, server: ServerMessages.version, status: status(), devices: [], clients: [])
        kiosk.configuration = ConfigurationState(reading: configurationText, file: "/etc/touchd/touchd.yaml")
        kiosk.devices = [device(5, "ACME", panel: "main-0")]
        return kiosk
    }

    static let configurationText = """
        version: 1
        screens:
          - id: main
            size: [1000, 500]
            panels: [{ match: { name: ACME }, grab: exclusive }]
            windows: [{ id: w, frame: [0, 0, 1000, 500] }]
        """

    static func device(_ event: Int, _ name: String, panel: String?, _ reason: String = "matched") -> DeviceEntry {
        DeviceEntry(node: "/dev/input/event\(event)", name: name, vendor: 1, product: 2, idPath: "", phys: "usb-1", panel: panel, reason: reason)
    }

    /// - Parameter more: Keys of the reply, each followed by a comma.
    static func status(health: String = "", counts: String = "", configuration: String = "", more: String = "") -> JSONValue {
        let text = """
            {"ok":true,"pid":10,"time":2000000000,"startedAt":1000000000,\(more)"configuration":{"file":"/etc/touchd/touchd.yaml",\
            \(configuration)"loadedAt":1000000000},"panels":[{"panel":"main-0","health":{\(health)"lastReport":1999000000}}],\
            "counts":{\(counts)"lines":1}}
            """
        return try! JSONReader.parse(Array(text.utf8))
    }

    var machine: FakeMachine {
        get { system as! FakeMachine }
        set { system = newValue }
    }

    /// Replaces the configuration's file.
    mutating func configure(_ change: (String) -> String) {
        configuration = ConfigurationState(reading: change(Self.configurationText), file: configuration.file)
    }
}

extension ConfigurationState {
    init(reading text: String, file: String) {
        let result = checkConfiguration(Array(text.utf8), file: file)
        self.init(file: file, settings: result.settings, diagnostics: result.diagnostics)
    }
}
