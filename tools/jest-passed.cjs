const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const file = join(process.cwd(), '.cache/passed-suites.json');
/** Modes that were not wanted are part of the hash; others could not run here. */
const isIncomplete = () => process.env.LECTERN_NOT_RUN?.split('\n').some((line) => !line.includes('E2E_MODES leaves'));

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || Boolean(testExecError);

/** Whether all tests of a suite have run: `-t` and missing tools leave some out. */
function isWhole({ testFilePath, numPendingTests, numTodoTests }) {
  return numPendingTests + numTodoTests === 0 && !(testFilePath.endsWith('.e2e-spec.ts') && isIncomplete());
}

/**
 * Notes for `npm test -- --changed` which suites have passed, with the hash of all that they needed when the run began:
 * see `tools/selection/passed.mjs`.
 */
exports.keepPassed = (suites) => {
  const hashes = process.env.LECTERN_SUITE_HASHES;
  if (!hashes || !existsSync(hashes)) return;
  const needed = JSON.parse(readFileSync(hashes, 'utf8'));
  const passed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const suite of suites) {
    const name = relative(process.cwd(), suite.testFilePath);
    if (hasFailed(suite)) delete passed[name];
    else if (isWhole(suite)) passed[name] = needed[name];
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(passed));
  renameSync(`${file}.part`, file);
};
