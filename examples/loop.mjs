// Presses, in a loop that waits for other things as well: here for what is typed. Node has one loop, and the client lives in it.
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
