'use strict';
const { isPress } = require('./alive.cjs');
const { connect } = require('./client.cjs');
const { Refused } = require('./errors.cjs');

/**
 * The touches that came down on one of these regions and lifted inside it. A touch that was cancelled or dragged out is not a press. Ends only with
 * an error. Emits a process warning while touchd is not there, and if this program reads too slowly.
 */
async function* presses(regions = ['**'], options = {}) {
  const client = connect({ ...options, regions, events: ['touch'] });
  try {
    for await (const item of client) {
      if (item.type === 'frame') yield* item.events.filter(isPress);
      else if (item.type === 'waiting') process.emitWarning(`${item.message}; trying again`, 'TouchdWarning', item.code);
      else if (item.type === 'disconnected') process.emitWarning(`the connection to touchd is lost: ${item.reason}`, 'TouchdWarning');
      else if (item.type === 'lagged') process.emitWarning(tooSlow(item), 'TouchdWarning');
      else if (item.type === 'warning') process.emitWarning(item.message, 'TouchdWarning');
      else if (item.type === 'reply' && !item.ok) {
        throw new Refused(`touchd refused the subscription: ${item.error?.message}` + (item.error?.hint ? `; ${item.error.hint}` : ''));
      }
    }
  } finally {
    client.close();
  }
}

function tooSlow({ cancelled }) {
  const touches = cancelled.length ? ` (touches ${cancelled.join(', ')})` : '';
  return `this program reads too slowly: presses that began or ended since it fell behind are lost${touches}`;
}

module.exports = { presses };
