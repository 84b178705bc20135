import Glibc

/// The system calls of the daemon, which this program's own symbols replace: the linker binds the daemon's calls to them instead of to the C library's.
/// `Faults` and `Disk` decide whether such a call is made, made in part, or fails. Calls of the simulation itself pass unchanged.
///
/// README.md says which calls cannot fail.
enum SystemCalls {
    /// The faults of the calls made in the loop's thread.
    nonisolated(unsafe) static var faults: Faults?
    /// The disk, for the calls of threads that write files.
    nonisolated(unsafe) static var disk: Disk?

    fileprivate static func next<Function>(_ name: String, _: Function.Type) -> Function {
        // RTLD_NEXT
        unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: -1), name), to: Function.self)
    }

    /// The number of this process, which the daemon does not learn, because it tells clients.
    static let process = next("getpid", (@convention(c) () -> Int32).self)()

    fileprivate static func fail(_ code: Int32) -> Int32 {
        errno = code
        return -1
    }
}

private typealias Transfer = @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int
private typealias Send = @convention(c) (Int32, UnsafeRawPointer?, Int, Int32) -> Int
private typealias Accept = @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32
private typealias Wait = @convention(c) (Int32, UnsafeMutableRawPointer?, Int32, Int32) -> Int32
private typealias Control = @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
private typealias OfDescriptor = @convention(c) (Int32) -> Int32
private typealias OfNumbers = @convention(c) (UInt32, Int32) -> Int32
private typealias Signal = @convention(c) (Int32, UInt64) -> Int32
private typealias Change = @convention(c) (Int32, UInt32) -> Int32
private typealias OfPath = @convention(c) (UnsafePointer<CChar>) -> Int32
private typealias OfPaths = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
private typealias Open = @convention(c) (UnsafePointer<CChar>, Int32, UInt32) -> Int32
private typealias Status = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?) -> Int32
private typealias Spawn =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32

nonisolated(unsafe) private let realRead = SystemCalls.next("read", Transfer.self)
nonisolated(unsafe) private let realWrite = SystemCalls.next("write", Transfer.self)
nonisolated(unsafe) private let realSend = SystemCalls.next("send", Send.self)
nonisolated(unsafe) private let realAccept = SystemCalls.next("accept4", Accept.self)
nonisolated(unsafe) private let realWait = SystemCalls.next("epoll_wait", Wait.self)
nonisolated(unsafe) private let realControl = SystemCalls.next("epoll_ctl", Control.self)
nonisolated(unsafe) private let realClose = SystemCalls.next("close", OfDescriptor.self)
nonisolated(unsafe) private let realSync = SystemCalls.next("fsync", OfDescriptor.self)
nonisolated(unsafe) private let realCounter = SystemCalls.next("eventfd", OfNumbers.self)
nonisolated(unsafe) private let realSignal = SystemCalls.next("eventfd_write", Signal.self)
nonisolated(unsafe) private let realChange = SystemCalls.next("fchmod", Change.self)
nonisolated(unsafe) private let realUnlink = SystemCalls.next("unlink", OfPath.self)
nonisolated(unsafe) private let realRename = SystemCalls.next("rename", OfPaths.self)
nonisolated(unsafe) private let realOpen = SystemCalls.next("open", Open.self)
nonisolated(unsafe) private let realStat = SystemCalls.next("stat", Status.self)
nonisolated(unsafe) private let realSpawn = SystemCalls.next("pthread_create", Spawn.self)

// MARK: Clients

@_cdecl("read") func simulatedRead(_ fd: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let faults = SystemCalls.faults, let disk = SystemCalls.disk else { return realRead(fd, bytes, count) }
    let path = disk.isReadPlanned ? disk.path(of: fd) : nil
    switch path.map({ disk.read("read", $0) }) ?? faults.read(fd, count) {
    case .all: return realRead(fd, bytes, count)
    case .part(let most): return realRead(fd, bytes, min(most, count))
    case .failure(let code): return Int(SystemCalls.fail(code))
    }
}

@_cdecl("send") func simulatedSend(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    guard let faults = SystemCalls.faults else { return realSend(fd, bytes, count, flags) }
    switch faults.send(fd, count) {
    case .all: return realSend(fd, bytes, count, flags)
    case .part(let most): return realSend(fd, bytes, most, flags)
    case .failure(let code): return Int(SystemCalls.fail(code))
    }
}

@_cdecl("accept4") func simulatedAccept(
    _ fd: Int32, _ address: UnsafeMutableRawPointer?, _ size: UnsafeMutableRawPointer?, _ flags: Int32
) -> Int32 {
    if let code = SystemCalls.faults?.accept() { return SystemCalls.fail(code) }
    return realAccept(fd, address, size, flags)
}

@_cdecl("close") func simulatedClose(_ fd: Int32) -> Int32 {
    SystemCalls.faults?.close(fd)
    return realClose(fd)
}

// MARK: The loop

@_cdecl("epoll_wait") func simulatedWait(_ epoll: Int32, _ events: UnsafeMutableRawPointer?, _ count: Int32, _ timeout: Int32) -> Int32 {
    if let code = SystemCalls.faults?.wait() { return SystemCalls.fail(code) }
    return realWait(epoll, events, count, timeout)
}

@_cdecl("epoll_ctl") func simulatedControl(_ epoll: Int32, _ what: Int32, _ fd: Int32, _ event: UnsafeMutableRawPointer?) -> Int32 {
    if what == 1 /* EPOLL_CTL_ADD */, let code = SystemCalls.faults?.watch() { return SystemCalls.fail(code) }
    return realControl(epoll, what, fd, event)
}

// MARK: Threads

@_cdecl("eventfd") func simulatedCounter(_ value: UInt32, _ flags: Int32) -> Int32 {
    if let code = SystemCalls.faults?.makeCounter() { return SystemCalls.fail(code) }
    return realCounter(value, flags)
}

@_cdecl("pthread_create") func simulatedSpawn(
    _ thread: UnsafeMutableRawPointer?, _ attributes: UnsafeRawPointer?, _ body: UnsafeRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    if let code = SystemCalls.faults?.spawn() { return code }
    let result = realSpawn(thread, attributes, body, argument)
    if result == 0 { SystemCalls.disk?.began() }
    return result
}

@_cdecl("eventfd_write") func simulatedSignal(_ fd: Int32, _ value: UInt64) -> Int32 {
    let result = realSignal(fd, value)
    SystemCalls.disk?.finished()
    return result
}

@_cdecl("getpid") func simulatedProcess() -> Int32 { 4711 }

// MARK: Files

@_cdecl("write") func simulatedWrite(_ fd: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let disk = SystemCalls.disk, let path = disk.path(of: fd) else { return realWrite(fd, bytes, count) }
    switch disk.write(path, count) {
    case .all: return disk.didWrite(path, realWrite(fd, bytes, count))
    case .part(let most): return disk.didWrite(path, realWrite(fd, bytes, most))
    case .failure(let code): return Int(SystemCalls.fail(code))
    }
}

/// Replaces `Glibc.open(_:_:_:)`, and the function below `Glibc.open(_:_:)`, by defining their symbols. The C library's `open` has a variable number of
/// arguments, so Swift calls it through these functions of its library. The mode is passed in the same register as a fixed argument. Not in the release
/// build, whose static library has these symbols in the same object file as others, so the linker finds them twice.
#if DEBUG
    @_silgen_name("$s5Glibc4openys5Int32VSPys4Int8VG_ADs6UInt32VtF")
    func simulatedOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
        if let disk = SystemCalls.disk, let code = disk.open(String(cString: path), isNew: flags & O_CREAT != 0) { return SystemCalls.fail(code) }
        return realOpen(path, flags, mode)
    }

    @_silgen_name("$s5Glibc4openys5Int32VSPys4Int8VG_ADtF")
    func simulatedOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { simulatedOpen(path, flags, 0) }
#endif

@_cdecl("stat") func simulatedStat(_ path: UnsafePointer<CChar>, _ status: UnsafeMutableRawPointer?) -> Int32 {
    if let disk = SystemCalls.disk, case .failure(let code) = disk.read("stat", String(cString: path)) { return SystemCalls.fail(code) }
    return realStat(path, status)
}

@_cdecl("fsync") func simulatedSync(_ fd: Int32) -> Int32 {
    guard let disk = SystemCalls.disk, let path = disk.path(of: fd) else { return realSync(fd) }
    // A real sync costs time, and adds nothing.
    return disk.sync(path).map(SystemCalls.fail) ?? 0
}

@_cdecl("fchmod") func simulatedChange(_ fd: Int32, _ mode: UInt32) -> Int32 {
    if let disk = SystemCalls.disk, let path = disk.path(of: fd), let code = disk.call("fchmod", path) { return SystemCalls.fail(code) }
    return realChange(fd, mode)
}

@_cdecl("unlink") func simulatedUnlink(_ path: UnsafePointer<CChar>) -> Int32 {
    SystemCalls.disk?.unlink(String(cString: path))
    return realUnlink(path)
}

@_cdecl("rename") func simulatedRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
    guard let disk = SystemCalls.disk else { return realRename(old, new) }
    if let code = disk.rename(String(cString: old), String(cString: new)) { return SystemCalls.fail(code) }
    return realRename(old, new)
}
