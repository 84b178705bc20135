'use strict';
const { isPress } = require('./alive.cjs');
const { connect } = require('./client.cjs');
const { Refused } = require('./stream.cjs');

/**
 * The touches that went down on one of these regions and were lifted inside of it. Nothing else is a press: not what was cancelled, not
 * what was dragged out. Ends only by an error; while touchd is not there, or this program reads too slowly, a warning of the process says so.
 */
async function* presses(regions = ['**'], options = {}) {
  const client = connect({ ...options, regions, events: ['touch'] });
  try {
    for await (const item of client) {
      if (item.type === 'frame') yield* item.events.filter(isPress);
      else if (item.type === 'waiting') process.emitWarning(`${item.message}; trying again`, 'TouchdWarning', item.code);
      else if (item.type === 'disconnected') process.emitWarning(`the connection to touchd is lost: ${item.reason}`, 'TouchdWarning');
      else if (item.type === 'lagged') process.emitWarning(tooSlow(item), 'TouchdWarning');
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
