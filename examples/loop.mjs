// Prints presses in a loop that also waits for other input, here for typed lines. Node has one loop, which the client uses.
//     npm install --no-save ./clients/node
//     node examples/loop.mjs
import { connect } from 'touchd';

const client = connect({ regions: ['**'], events: ['touch'] });
client.on('press', (press) => console.log('pressed', press.region));
client.on('waiting', ({ message }) => console.error(message));
client.on('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
client.start();

process.stdin.on('data', (text) => process.stdout.write(`typed ${text}`));
process.stdin.on('end', () => client.close());
