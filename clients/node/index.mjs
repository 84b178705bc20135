import touchd from './index.cjs';

export const { Client, connect, presses, Touch, isPress, TouchdError, ProtocolMismatch, Refused, Unreachable } = touchd;
