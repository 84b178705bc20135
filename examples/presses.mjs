// Prints which region was pressed: node presses.mjs [GLOB of region paths]...   (the package is clients/node)
import { presses } from 'touchd';

const regions = process.argv.slice(2);
for await (const press of presses(regions.length ? regions : ['**'])) console.log('pressed', press.region);
