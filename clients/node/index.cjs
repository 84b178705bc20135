'use strict';
const { Client, connect } = require('./lib/client.cjs');
const { presses } = require('./lib/presses.cjs');
const { ProtocolMismatch, Refused, TouchdError, Unreachable } = require('./lib/errors.cjs');
const { Touch, isPress } = require('./lib/alive.cjs');
const { applied } = require('./lib/tree.cjs');

module.exports = { Client, connect, presses, applied, Touch, isPress, TouchdError, ProtocolMismatch, Refused, Unreachable };
