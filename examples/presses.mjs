// Prints the regions that are pressed. From a clone; run the first line once, which puts a link to the package into node_modules:
//     npm install --no-save ./clients/node
//     node examples/presses.mjs [GLOB of region paths]...
import { presses } from 'touchd';

const regions = process.argv.slice(2);
for await (const press of presses(regions.length ? regions : ['**'])) console.log('pressed', press.region);
