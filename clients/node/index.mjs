import touchd from './index.cjs';

export const { Client, connect, presses, applied, Touch, isPress, TouchdError, ProtocolMismatch, Refused, Unreachable } = touchd;
