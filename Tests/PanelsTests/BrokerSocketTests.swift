import CLinux
import Foundation
import Glibc
import Testing

@testable import Panels

/// A broker in a separate thread, on a separate socket, that hands out a temporary file for /dev/input/event5.
private final class Fixture: @unchecked Sendable {
    let path = "/tmp/touchd-broker-\(UUID().uuidString.prefix(8))"
    var file: String { path + "-node" }
    let listener: Int32
    private let lock = NSLock()
    private var refusedSoFar: [String] = []
    private var quietSoFar = 0
    /// How often there was quiet after requests.
    var quietTimes: Int { lock.withLock { quietSoFar } }
    var refused: [String] { lock.withLock { refusedSoFar } }

    /// - Parameters:
    ///   - gate: locked for as long as what is done in quiet takes.
    ///   - isNeverQuiet: whether each request is followed by another one before it is answered, until something is done in quiet.
    init(answers: Bool = true, gate: NSLock? = nil, isNeverQuiet: Bool = false) {
        listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        listen(listener, 64)
        close(open(file, O_RDWR | O_CREAT, 0o600))
        guard answers else { return }
        Thread.detachNewThread { [self] in
            let socket = isNeverQuiet ? BrokerSocket(listener, quiet: 3_600_000, longestUnrest: 100) : BrokerSocket(listener)
            var next: Int32 = -1
            socket.serve(idle: -1) { request throws(PanelError) in
                if next >= 0 { close(next) }
                next = isNeverQuiet && quietTimes == 0 ? ask(request) : -1
                guard request == .open(node: "/dev/input/event5", instance: nil) else { throw PanelError("it", "a keyboard", code: EPERM) }
                return open(file, O_RDONLY | O_CLOEXEC)
            } log: { error in
                lock.withLock { refusedSoFar.append(error.message) }
            } inQuiet: {
                lock.withLock { quietSoFar += 1 }
                gate?.withLock {}
            }
        }
    }

    deinit {
        unlink(path)
        unlink(file)
        close(listener)
    }

    /// The number of this process's descriptors of the file.
    var openDescriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/proc/self/fd/" + name, &target, 255)
            if length > 0, String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) == file { count += 1 }
        }
        return count
    }

    func connect() -> Int32 { clinux_packets_connect(path) }

    /// Sends a request, and returns the connection, on which the answer comes.
    private func ask(_ request: DeviceRequest) -> Int32 {
        let (fd, text) = (connect(), Array(request.text.utf8))
        _ = clinux_packet_send(fd, text, text.count, -1)
        return fd
    }

    /// The answer to a message; empty if the connection was closed without one.
    static func answer(_ fd: Int32) -> (text: String, descriptor: Int32) {
        var polled = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, 60_000)
        var (bytes, descriptor) = ([UInt8](repeating: 0, count: 4096), Int32(-1))
        let count = clinux_packet_receive(fd, &bytes, bytes.count, &descriptor)
        return (String(decoding: bytes.prefix(max(0, count)), as: UTF8.self), descriptor)
    }
}

@Suite(.serialized) struct `Devices that are asked for at a socket` {
    /// A broker that outlives the test, because its thread ends with the process.
    private static let shared = Fixture()

    @Test func `the descriptor arrives, and is closed on exec`() throws {
        let access = DeviceAccess(socket: Self.shared.path, instance: nil, limit: 60_000)
        let fd = try access.openNode("/dev/input/event5")
        defer { close(fd) }
        var (mine, its) = (stat(), stat())
        fstat(fd, &mine)
        stat(Self.shared.file, &its)
        #expect(mine.st_ino == its.st_ino && mine.st_dev == its.st_dev)
        #expect(fcntl(fd, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `what is slow comes after the answer, when there is quiet`() throws {
        let gate = NSLock()
        let fixture = Fixture(gate: gate)
        let access = DeviceAccess(socket: fixture.path, instance: nil, limit: 60_000)
        gate.lock()
        close(try access.openNode("/dev/input/event5"))
        gate.unlock()
        for _ in 0..<6_000 where fixture.quietTimes == 0 { usleep(10_000) }
        #expect(fixture.quietTimes == 1)
        close(try access.openNode("/dev/input/event5"))
    }

    @Test func `what is slow is done in the end, even if requests come without a pause`() throws {
        let fixture = Fixture(isNeverQuiet: true)
        close(try DeviceAccess(socket: fixture.path, instance: nil, limit: 60_000).openNode("/dev/input/event5"))
        for _ in 0..<6_000 where fixture.quietTimes == 0 { usleep(10_000) }
        #expect(fixture.quietTimes > 0)
    }

    @Test func `a refusal is the device's own, and is not tried again`() {
        let access = DeviceAccess(socket: Self.shared.path, instance: nil, limit: 60_000)
        let error = #expect(throws: PanelError.self) { try access.openNode("/dev/input/event6") }
        #expect(error?.description == "/dev/input/event6: a keyboard" && error?.code == EPERM && error?.mayPass == false)
        #expect(Self.shared.refused.contains("a keyboard"))
    }

    @Test func `a socket that is not there is tried again, and the log says how to make it`() {
        let access = DeviceAccess(socket: "/tmp/touchd-no-such-socket", instance: nil)
        let error = #expect(throws: PanelError.self) { try access.openNode("/dev/input/event5") }
        #expect(error?.mayPass == true && error?.message.contains("systemctl start touchd-devices.socket") == true)
    }

    @Test func `a broker that hangs is waited for, for virtual panels once, and then only shortly`() {
        let fixture = Fixture(answers: false)
        let access = DeviceAccess(socket: fixture.path, instance: nil, limit: 400)
        let layout = VirtualPanelLayout(panel: "p", name: "touchd p", phys: "touchd/p", ids: (0, 0, 0), slots: 2, axes: [:])
        for patience in [400, 20, 20] {
            let opened = #expect(throws: PanelError.self) { try access.openNode("/dev/input/event5") }
            #expect(opened?.code == ETIMEDOUT && opened?.mayPass == true && opened?.message.contains("400 ms") == true)
            let made = #expect(throws: PanelError.self) { try access.makePanel(layout) }
            #expect(made?.message.contains("no answer within \(patience) ms") == true)
        }
    }

    @Test func `a queue that is full is no wait`() {
        let fixture = Fixture(answers: false)
        listen(fixture.listener, 0)
        var waiting: [Int32] = []
        defer { for fd in waiting { close(fd) } }
        while waiting.count < 100, case let fd = fixture.connect(), fd >= 0 { waiting.append(fd) }
        #expect(waiting.count < 100)
        let access = DeviceAccess(socket: fixture.path, instance: nil, limit: 60_000)
        let error = #expect(throws: PanelError.self) { try access.openNode("/dev/input/event5") }
        #expect(error?.code == ECONNREFUSED)
    }

    @Test func `those who say nothing do not keep others waiting`() throws {
        let silent = (0..<3 * BrokerSocket.maximumConnections).map { _ in Self.shared.connect() }
        defer { for fd in silent { close(fd) } }
        #expect(silent.allSatisfy { $0 >= 0 })
        close(try DeviceAccess(socket: Self.shared.path, instance: nil, limit: 60_000).openNode("/dev/input/event5"))
        // The oldest have been closed.
        #expect(Fixture.answer(silent[0]).text.isEmpty)
    }

    @Test func `malformed requests are refused, and no descriptor is left in the broker`() throws {
        let access = DeviceAccess(socket: Self.shared.path, instance: nil, limit: 60_000)
        let before = Self.shared.openDescriptors
        for message in [
            [UInt8("x".utf8.first!)], [UInt8](repeating: 255, count: 100), [UInt8](repeating: 65, count: 100_000), Array("open /etc/shadow".utf8),
        ] {
            let fd = Self.shared.connect()
            // With a descriptor that was not requested.
            #expect(clinux_packet_send(fd, message, message.count, STDIN_FILENO) == message.count)
            let answer = Fixture.answer(fd)
            #expect(!answer.text.hasPrefix("0 ") && answer.text.contains(" ") && answer.descriptor == -1)
            close(fd)
        }
        for _ in 0..<50 {
            let fd = Self.shared.connect()
            // Closed before the answer.
            let text = Array(DeviceRequest.open(node: "/dev/input/event5", instance: nil).text.utf8)
            _ = clinux_packet_send(fd, text, text.count, -1)
            close(fd)
        }
        close(try access.openNode("/dev/input/event5"))
        // The broker closes its own descriptor after sending it.
        for _ in 0..<300 where Self.shared.openDescriptors > before { usleep(100_000) }
        #expect(Self.shared.openDescriptors <= before)
    }
}
