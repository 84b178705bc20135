'use strict';
const { Client, connect, presses } = require('./lib/client.cjs');
const { ProtocolMismatch, Refused, TouchdError, Unreachable } = require('./lib/stream.cjs');
const { Touch, isPress } = require('./lib/alive.cjs');

module.exports = { Client, connect, presses, Touch, isPress, TouchdError, ProtocolMismatch, Refused, Unreachable };
