'use strict';
const { getSystemErrorMap } = require('node:util');

/** An error of this library. It ends the client. */
class TouchdError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}
/** The server at the socket speaks another protocol. */
class ProtocolMismatch extends TouchdError {}
/** The retry budget is used up. */
class Unreachable extends TouchdError {}
/** The request of the call was refused by touchd. */
class Refused extends TouchdError {}

/** The reason why there is no connection, in words. */
function unreachable(path, error) {
  let why = error ? getSystemErrorMap().get(error.errno)?.[1] ?? error.message : 'it closes every connection';
  if (error?.code === 'ETIMEDOUT') why = 'it accepts the connection but sends no hello in time; check whether touchd hangs';
  if (error?.code === 'EACCES') why = 'permission denied; the user must be in the group touch when the program starts';
  return `touchd is not reachable at ${path}: ${why}`;
}

module.exports = { ProtocolMismatch, Refused, TouchdError, Unreachable, unreachable };
