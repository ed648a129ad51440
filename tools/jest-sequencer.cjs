const { statSync } = require('node:fs');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take longest, longest first: one that begins last keeps a single worker busy while the others idle. */
const LONG = [
  'guides',
  'faults',
  'lifecycle',
  'healing',
  'api-check',
  'rebuild',
  'zones',
  'large-answers',
  'crash',
  'crash-kills',
  'console-resources',
  'hostile',
  'damage',
  'embedding',
  'matrix',
  'slow-engine',
  'ingestion',
  'restriction',
  'backup',
].map((name) => `e2e/specs/${name}.e2e-spec.ts`);

const rankOf = ({ path }) => {
  const at = LONG.indexOf(relative(process.cwd(), path));
  return at < 0 ? LONG.length : at;
};

/** After the long suites, large files first, the same in each run: no times of earlier runs are needed. */
module.exports = class extends Sequencer {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort((a, b) => rankOf(a) - rankOf(b) || sizes.get(b.path) - sizes.get(a.path));
  }
};
