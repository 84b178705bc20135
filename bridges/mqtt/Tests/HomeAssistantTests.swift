import JSON
import Testing

@testable import touchd_mqtt

@Suite struct HomeAssistantTests {
    private func payload(_ commands: Set<Command.Kind>, _ screens: [String], kiosk: String = "lobby.1") -> JSONValue {
        HomeAssistant(prefix: "homeassistant", kiosk: kiosk, topics: Topics(prefix: "touchd", kiosk: kiosk), commands: commands)
            .payload(version: "touchd 0.1.0", screens: screens)
    }

    private func components(_ payload: JSONValue) -> [String: JSONValue] {
        if case .object(let members)? = payload["components"] { members } else { [:] }
    }

    @Test func `without commands there is nothing to press`() {
        let platforms = Set(components(payload([], ["main"])).values.compactMap { $0["platform"]?.string })
        #expect(platforms == ["binary_sensor", "sensor"])
    }

    @Test func `each screen has its own components, each with an id of its own`() {
        let all = components(payload(Set(Command.Kind.allCases), ["left", "right"]))
        #expect(Set(all.values.compactMap { $0["unique_id"]?.string }).count == all.count && all.count == 11)
    }

    @Test func `what is pressed is a command that the kiosk obeys`() throws {
        for component in components(payload(Set(Command.Kind.allCases), ["main"])).values {
            guard let topic = component["command_topic"]?.string,
                let kind = topic.split(separator: "/").last.flatMap({ Command.Kind(rawValue: String($0)) })
            else { continue }
            for key in ["payload_press", "payload_on", "payload_off"] {
                if let text = component[key]?.string { _ = try Command(kind, Array(text.utf8)) }
            }
        }
    }

    @Test func `ids have only what Home Assistant takes`() {
        #expect(HomeAssistant.identifier("Lobby-1.é") == "Lobby-1_2e__e9_")
        #expect(payload([], [])["device"]?["identifiers"] == ["touchd-lobby_2e_1"])
        #expect(payload([], [], kiosk: "k1")["device"]?["identifiers"] == ["touchd-k1"])
    }

    @Test func `no two kiosks and no two screens have one id, whatever their names have`() {
        let kiosks = ["a.b", "a_b", "a-b", "a_2e_b", "a__b"].map { payload([], [], kiosk: $0)["device"]?["identifiers"]?.array?.first?.string }
        #expect(Set(kiosks).count == 5)
        let others = ["touchd", "site/touchd", "site_2f_touchd"].map {
            HomeAssistant(prefix: "homeassistant", kiosk: "k", topics: Topics(prefix: $0, kiosk: "k"), commands: []).topic
        }
        #expect(Set(others).count == 3)
        let screens = ["a b", "a_b", "a.b", "a/b"]
        let ids = components(payload(Set(Command.Kind.allCases), screens)).values.compactMap { $0["unique_id"]?.string }
        #expect(Set(ids).count == 3 + 4 * screens.count)
    }
}
