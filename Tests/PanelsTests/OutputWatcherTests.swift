import Testing

@testable import Panels

/// A display's state from the kernel's attributes of its connector.
@Suite struct `Output watcher` {
    private func state(of name: String, _ connectors: [String: [String: String]]) -> OutputWatcher.State {
        OutputWatcher.state(of: name, among: connectors.keys.sorted()) { connectors[$0]?[$1] ?? "" }
    }

    private let shown = ["status": "connected", "enabled": "enabled", "dpms": "On"]

    @Test func `a connector is on when it is plugged in, in use and not blanked`() {
        #expect(state(of: "HDMI-A-1", ["card0-HDMI-A-1": shown]) == .on)
        for (attribute, value, why) in [
            ("status", "disconnected", "unplugged"), ("enabled", "disabled", "not in use"), ("dpms", "Off", "turned off"),
            ("dpms", "Standby", "turned off"),
        ] {
            var attributes = shown
            attributes[attribute] = value
            #expect(state(of: "HDMI-A-1", ["card0-HDMI-A-1": attributes]) == .off(why))
        }
    }

    @Test func `an attribute that a driver does not have is not held against the connector`() {
        #expect(state(of: "eDP-1", ["card0-eDP-1": [:]]) == .on)
        #expect(state(of: "eDP-1", ["card0-eDP-1": ["status": "unknown"]]) == .on)
    }

    @Test func `of two cards' connectors of a name one that is on is enough, and the card's name tells them apart`() {
        let both = ["card0-DP-1": ["status": "disconnected"], "card1-DP-1": shown]
        #expect(state(of: "DP-1", both) == .on)
        #expect(state(of: "card0-DP-1", both) == .off("unplugged"))
        #expect(state(of: "card1-DP-1", both) == .on)
        #expect(state(of: "DP-1", ["card0-DP-1": ["status": "disconnected"], "card1-DP-1": ["enabled": "disabled"]]) == .off("unplugged"))
    }

    @Test func `a connector that is not there is unknown, and those there are, are listed`() {
        #expect(state(of: "HDMI-1", ["card0-HDMI-A-1": shown, "card0-eDP-1": shown]) == .unknown(["HDMI-A-1", "eDP-1"]))
        #expect(state(of: "HDMI-A-1", [:]) == .unknown([]))
        #expect(state(of: "A-1", ["card0-HDMI-A-1": shown]) == .unknown(["HDMI-A-1"]), "no part of a name")
    }
}
