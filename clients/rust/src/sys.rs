//! The system calls that the standard library lacks: a socket that connects without waiting, a timer, and the wait for both. All unsafe code of the
//! library is here.
#![allow(unsafe_code)]

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::raw::{c_char, c_int, c_long, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

const AF_UNIX: c_int = 1;
const SOCK_STREAM: c_int = 1;
const CLOEXEC: c_int = 0o2000000; // the same for sockets, epoll and timers
const MSG_NOSIGNAL: c_int = 0x4000;
const EPOLL_CTL_ADD: c_int = 1;
const EPOLL_CTL_MOD: c_int = 3;
const EPOLLIN: u32 = 1;
const EPOLLOUT: u32 = 4;
const CLOCK_MONOTONIC: c_int = 1;
const TFD_NONBLOCK: c_int = 0o4000;

pub(crate) const ETIMEDOUT: i32 = 110;
pub(crate) const EACCES: i32 = 13;
const ENAMETOOLONG: i32 = 36;

#[repr(C)]
struct SockaddrUn {
    family: u16,
    path: [c_char; 108],
}

// The kernel's layout is packed on x86-64 only.
#[cfg_attr(target_arch = "x86_64", repr(C, packed))]
#[cfg_attr(not(target_arch = "x86_64"), repr(C))]
#[derive(Clone, Copy)]
struct EpollEvent {
    events: u32,
    data: u64,
}

extern "C" {
    fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int;
    fn connect(fd: c_int, address: *const SockaddrUn, length: c_uint) -> c_int;
    fn send(fd: c_int, bytes: *const c_void, length: usize, flags: c_int) -> isize;
    fn epoll_create1(flags: c_int) -> c_int;
    fn epoll_ctl(epoll: c_int, operation: c_int, fd: c_int, event: *mut EpollEvent) -> c_int;
    fn epoll_wait(epoll: c_int, events: *mut EpollEvent, count: c_int, timeout: c_int) -> c_int;
    fn timerfd_create(clock: c_int, flags: c_int) -> c_int;
    fn timerfd_settime(fd: c_int, flags: c_int, new: *const [c_long; 4], old: *mut c_void) -> c_int;
}

/// Takes over a descriptor that a call has returned.
fn owned(fd: c_int) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has just made the descriptor, so nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn done(result: c_int) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Connects to a socket without waiting. If the server's queue is full, this fails.
pub(crate) fn connected(path: &OsStr) -> io::Result<UnixStream> {
    let mut address = SockaddrUn { family: AF_UNIX as u16, path: [0; 108] };
    let bytes = path.as_bytes();
    // The last byte must stay 0.
    if bytes.len() >= address.path.len() {
        return Err(io::Error::from_raw_os_error(ENAMETOOLONG));
    }
    for (place, byte) in address.path.iter_mut().zip(bytes) {
        *place = *byte as c_char;
    }
    // SAFETY: a call without pointers.
    let stream = UnixStream::from(owned(unsafe { socket(AF_UNIX, SOCK_STREAM | CLOEXEC, 0) })?);
    stream.set_nonblocking(true)?;
    let length = std::mem::size_of::<SockaddrUn>() as c_uint;
    // SAFETY: the address is as long as the length says, and is only read during the call.
    done(unsafe { connect(stream.as_raw_fd(), &address, length) })?;
    Ok(stream)
}

/// Sends as many bytes as the socket takes. If the server has gone, this fails and raises no signal.
pub(crate) fn sent(stream: &UnixStream, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: the bytes are only read, and only during the call.
    let count = unsafe { send(stream.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), MSG_NOSIGNAL) };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

/// The events of a wait.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ready {
    pub(crate) timer: bool,
    pub(crate) socket: bool,
}

/// Waits for a timer and a socket. Its descriptor can be waited for in its turn.
pub(crate) struct Poller {
    epoll: OwnedFd,
    timer: File,
}

const TIMER: u64 = 0;
const SOCKET: u64 = 1;

impl Poller {
    pub(crate) fn new() -> io::Result<Poller> {
        // SAFETY: calls without pointers.
        let epoll = owned(unsafe { epoll_create1(CLOEXEC) })?;
        let timer = File::from(owned(unsafe { timerfd_create(CLOCK_MONOTONIC, CLOEXEC | TFD_NONBLOCK) })?);
        let poller = Poller { epoll, timer };
        poller.control(EPOLL_CTL_ADD, poller.timer.as_raw_fd(), EPOLLIN, TIMER)?;
        Ok(poller)
    }

    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.epoll.as_fd()
    }

    fn control(&self, operation: c_int, fd: RawFd, events: u32, data: u64) -> io::Result<()> {
        let mut event = EpollEvent { events, data };
        // SAFETY: the event is only read, and only during the call.
        done(unsafe { epoll_ctl(self.epoll.as_raw_fd(), operation, fd, &mut event) })
    }

    /// Adds the socket. The kernel removes it when it is closed.
    pub(crate) fn add(&self, stream: &UnixStream) -> io::Result<()> {
        self.control(EPOLL_CTL_ADD, stream.as_raw_fd(), EPOLLIN, SOCKET)
    }

    /// Sets whether to wait until the socket takes bytes, too.
    pub(crate) fn set_writing(&self, stream: &UnixStream, is_writing: bool) -> io::Result<()> {
        self.control(EPOLL_CTL_MOD, stream.as_raw_fd(), EPOLLIN | if is_writing { EPOLLOUT } else { 0 }, SOCKET)
    }

    /// Makes the timer go off after this time, at the earliest after a nanosecond, because 0 would mean never.
    pub(crate) fn set_timer(&self, after: Duration) -> io::Result<()> {
        let after = after.max(Duration::from_nanos(1));
        let seconds = c_long::try_from(after.as_secs()).unwrap_or(c_long::MAX).min(1 << 30);
        let once = [0, 0, seconds, c_long::from(after.subsec_nanos() as i32)];
        // SAFETY: `once` is a struct itimerspec: two times, each of two longs. It is only read, and the old time is not asked for.
        done(unsafe { timerfd_settime(self.timer.as_raw_fd(), 0, &once, std::ptr::null_mut()) })
    }

    /// Waits at most this long; `None`: without end. A signal ends the wait, too.
    pub(crate) fn wait(&self, timeout: Option<Duration>) -> io::Result<Ready> {
        // Rounded up, because a wait that ends too early would be repeated at once.
        let ms = timeout.map_or(-1, |time| c_int::try_from((time.as_nanos() + 999_999) / 1_000_000).unwrap_or(c_int::MAX));
        let mut events = [EpollEvent { events: 0, data: 0 }; 2];
        // SAFETY: the call writes at most as many events as the array has.
        let count = unsafe { epoll_wait(self.epoll.as_raw_fd(), events.as_mut_ptr(), events.len() as c_int, ms) };
        let count = match usize::try_from(count) {
            Ok(count) => count,
            Err(_) => {
                let error = io::Error::last_os_error();
                return if error.kind() == io::ErrorKind::Interrupted { Ok(Ready::default()) } else { Err(error) };
            }
        };
        let mut ready = Ready::default();
        for event in events.iter().take(count) {
            let (bits, data) = (event.events, event.data);
            ready.timer |= data == TIMER;
            ready.socket |= data == SOCKET && bits & !EPOLLOUT != 0;
        }
        if ready.timer {
            // Makes the descriptor unreadable until the timer is set again. It does not block.
            let _ = (&self.timer).read(&mut [0; 8]);
        }
        Ok(ready)
    }
}
