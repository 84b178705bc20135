/// One open panel: how its events become contacts, where they land, and the touches that are down on it.
///
/// A class so that a frame changes it where it lies; the pipeline that has it cannot be copied, and shares it with nobody.
final class PanelState {
    let name: String
    var screen: Int
    var mapping: PanelMapping
    var assembler: ContactAssembler
    /// By slot; nil for a free slot and for a contact whose touch was cancelled, which is dead until it lifts.
    var touches: [Touch?]
    var taps = TapCounter()
    /// Event time of the last frame. A panel's clock may jump back; a touch's never does.
    var time: Int64 = .min

    init(name: String, screen: Int, mapping: PanelMapping, assembler: ContactAssembler) {
        self.name = name
        self.screen = screen
        self.mapping = mapping
        self.assembler = assembler
        touches = Array(repeating: nil, count: assembler.slotCount)
    }
}
