import JSON
import Testing

@testable import touchd_read

@Suite struct `Descriptions of elements` {
    @Test func `a button has its name, its place on the screen, and its action`() {
        let element = Model.page().description(of: "buy")
        #expect(element == ReadElement(role: "button", label: "Buy", frame: Box(x: 0, y: 140, width: 200, height: 60), isTouched: false))
    }

    @Test func `one without an action is touched in its middle`() throws {
        let element = try #require(Model.page().description(of: "help"))
        #expect(element.isTouched)
        #expect(element.json["activationPoint"] == [300.0, 170.0])
    }

    @Test func `a password says nothing of its value, and is not asked for it`() throws {
        let model = Model.page()
        let element = try #require(model.description(of: "code"))
        #expect(element.value == nil && element.label == "Code" && element.role == "text")
        #expect(!model.asked.contains(.text(Model.reference("code"))))
    }

    @Test func `a field has its text as the value, and its label from beside it`() throws {
        let model = Model.page()
        model.add("name", to: "page", AccessibleRole(rawValue: 79)).text = " Ada\n"
        model.objects["name"]!.labels = ["label"]
        model.objects["name"]!.actions = ["activate"]
        model.add("label", to: "page", AccessibleRole(rawValue: 29), "Name:")
        let element = try #require(model.description(of: "name"))
        #expect(element.label == "Name:" && element.value == .text("Ada"))
        // The field's action stands for the Enter key, so the field is touched instead.
        #expect(element.isTouched)
    }

    @Test func `switches and sliders have values`() throws {
        let model = Model.page()
        model.add("on", to: "page", .checkBox, "On", states: Model.usual.union(.checked))
        model.add("off", to: "page", .checkBox, "Off")
        model.add("slider", to: "page", .slider, "Size").range = ValueRange(current: 3, minimum: 1, maximum: 5, increment: 1)
        #expect(model.description(of: "on")?.value == .isOn(true) && model.description(of: "off")?.value == .isOn(false))
        #expect(model.description(of: "slider")?.value == .number(3))
        model.objects["slider"]!.description = "3"
        #expect(model.description(of: "slider")?.hint == nil)
        model.objects["slider"]!.description = "30"
        #expect(model.description(of: "slider")?.hint == "30")
    }

    @Test func `states are those that change what one can do`() throws {
        let model = Model.page()
        model.add("gray", to: "page", .pushButton, "Gray", states: [.visible, .showing])
        model.add("text", to: "page", .staticText, "Text", states: [.visible, .showing])
        model.add("tab", to: "page", AccessibleRole(rawValue: 37), "Tab", states: Model.usual.union(.selected))
        model.add("open", to: "page", .pushButton, "Open", states: Model.usual.union([.expandable, .expanded]))
        model.add("shut", to: "page", .comboBox, "Shut", states: Model.usual.union(.expandable))
        #expect(model.description(of: "gray")?.states == [.disabled] && model.description(of: "text")?.states == [])
        #expect(model.description(of: "tab")?.states == [.selected])
        #expect(model.description(of: "open")?.states == [.expanded] && model.description(of: "shut")?.states == [.collapsed])
        #expect(model.description(of: "gray")?.json["states"] == ["disabled"] && model.description(of: "buy")?.json["states"] == nil)
    }

    @Test func `a description is the hint, or the label of what has no name`() {
        let model = Model.page()
        model.objects["buy"]!.description = "3 euros"
        model.objects["help"]!.description = "Opens help"
        model.objects["help"]!.node.name = " \n"
        #expect(model.description(of: "buy")?.hint == "3 euros")
        #expect(model.description(of: "help")?.label == "Opens help" && model.description(of: "help")?.hint == nil)
    }

    @Test func `texts have no control characters, single spaces, and an end`() {
        #expect(spokenText(" a\u{0}b\n\tc\u{200e}d\u{fffc} ") == "a b cd")
        #expect(spokenText(String(repeating: "ä", count: 100_000)).count == 500)
        #expect(spokenText("\u{202e}\u{1b}[31m") == "[31m")
    }

    @Test func `what is gone or hidden has no description`() {
        let model = Model.page()
        model.objects["buy"]!.node.states = []
        #expect(model.description(of: "buy") == nil && model.description(of: "nobody") == nil)
    }

    @Test func `a step is the application's, or a tenth of the range, and stays in it`() {
        #expect(ValueRange(current: 3, minimum: 1, maximum: 5, increment: 1).stepped(up: true) == 4)
        #expect(ValueRange(current: 5, minimum: 1, maximum: 5, increment: 1).stepped(up: true) == 5)
        #expect(ValueRange(current: 50, minimum: 0, maximum: 100, increment: 0).stepped(up: false) == 40)
        #expect(ValueRange(current: 2, minimum: 0, maximum: 100, increment: -7).stepped(up: false) == 0)
    }
}

@Suite struct `Places of windows` {
    @Test func `points and boxes go both ways`() {
        let geometry = Model.geometry
        #expect(geometry.point(500, 350) == (250, 125))
        #expect(geometry.frame(Box(x: 250, y: 125, width: 10, height: 5)) == Box(x: 500, y: 350, width: 20, height: 10))
    }

    @Test func `a window that is not at the corner of its screen is taken from there`() throws {
        let geometry = try #require(
            WindowGeometry(
                window: Box(x: 40, y: 30, width: 100, height: 100), area: Box(x: 0, y: 0, width: 200, height: 200),
                surface: Box(x: 0, y: 0, width: 200, height: 200)))
        #expect(geometry.point(0, 0) == (40, 30) && geometry.point(200, 200) == (140, 130))
        #expect(geometry.frame(Box(x: 40, y: 30, width: 10, height: 10)) == Box(x: 0, y: 0, width: 20, height: 20))
    }

    @Test func `of a box only the part on the surface counts`() {
        #expect(Model.geometry.frame(Box(x: -100, y: -100, width: 1e6, height: 1e6)) == Box(x: 0, y: 100, width: 1000, height: 500))
        #expect(Model.geometry.frame(Box(x: 600, y: 0, width: 10, height: 10)) == nil)
        #expect(Model.geometry.frame(Box(x: 0, y: 0, width: -10, height: 10)) == nil)
        #expect(Model.geometry.frame(Box(x: 0, y: 0, width: .nan, height: 10)) == nil)
    }

    @Test(arguments: [0.0, -5, 1e9, .nan]) func `a window without a size that can be has no geometry`(width: Double) {
        let area = Box(x: 0, y: 0, width: 100, height: 100)
        #expect(WindowGeometry(window: Box(x: 0, y: 0, width: width, height: 10), area: area, surface: area) == nil)
    }
}
