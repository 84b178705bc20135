import NIOCore
import NIOWebSocket
import Testing

@testable import Bridge

@Suite struct MessageTests {
    private func frame(_ text: String, _ opcode: WebSocketOpcode = .text, isLast: Bool = true) -> WebSocketFrame {
        let mask: WebSocketMaskingKey = [1, 2, 3, 4]
        var data = ByteBuffer(string: text)
        data.webSocketMask(mask)
        return WebSocketFrame(fin: isLast, opcode: opcode, maskKey: mask, data: data)
    }

    @Test func `fragments are one message`() {
        var assembler = MessageAssembler(messageMax: 10)
        #expect(assembler.process(frame("ab", isLast: false), at: 0) == .more)
        #expect(assembler.process(frame("cd", .continuation), at: 0) == .message(ByteBuffer(string: "abcd")))
    }

    @Test func `fragments together are no longer than a message may be`() {
        var assembler = MessageAssembler(messageMax: 3)
        #expect(assembler.process(frame("ab", isLast: false), at: 0) == .more)
        #expect(assembler.process(frame("cd", .continuation), at: 0) == .violation(.messageTooLarge, "a message of more than 3 bytes"))
    }

    @Test func `a message is one line`() {
        var assembler = MessageAssembler(messageMax: 10)
        #expect(assembler.process(frame("a\nb"), at: 0) == .violation(.dataInconsistentWithMessage, "a line feed in a message"))
    }

    @Test func `a long line goes out in fragments as it comes`() {
        var framer = LineFramer()
        framer.feed(ByteBuffer(repeating: 120, count: LineFramer.heldMax))
        let first = framer.nextFrame()
        #expect(first?.fin == false && first?.opcode == .text && framer.heldBytes == 0)
        framer.feed(ByteBuffer(string: "end\nnext"))
        let last = framer.nextFrame()
        #expect(last?.fin == true && last?.opcode == .continuation && last?.data == ByteBuffer(string: "end"))
        #expect(framer.nextFrame() == nil && framer.heldBytes == 4)
    }
}
