// Prints the results of `applied` for the cases on standard input (changes.py), and how often it reads the ids of the list.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { applied, treeChanged } = require('../../../clients/node/lib/tree.cjs');

const results = JSON.parse(readFileSync(0, 'utf8')).map(({ regions, change }) => {
  let reads = 0;
  const counted = regions.map(({ id, path }) => ({ get id() { reads += 1; return id; }, path }));
  const list = applied(counted, treeChanged(change));
  return { reads, list: list.map(({ id, path }) => [id, path]) };
});
process.stdout.write(JSON.stringify(results));
