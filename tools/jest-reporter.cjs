const { existsSync, globSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const { keepPassed } = require('./jest-passed.cjs');

const closing = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Names of the operations that the e2e specs of this run have called. */
function calledOperations() {
  const folder = process.env.LECTERN_E2E_CALLED;
  return new Set(folder && existsSync(folder) ? readdirSync(folder) : []);
}

/** Operations, each of their paths counted, that no spec has called when all specs have run; none otherwise. */
function uncalled(results) {
  const ran = results.testResults.filter(({ testFilePath }) => testFilePath.endsWith('.e2e-spec.ts')).length;
  if (ran === 0 || ran < globSync('e2e/**/*.e2e-spec.ts').length) return [];
  const called = calledOperations();
  const { openApiText } = require('../dist/tools/generators/open-api.js');
  const { paths } = JSON.parse(openApiText('any'));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.map(({ operationId }) => operationId).filter((name) => !called.has(name));
}

const isFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined;

/** How many tests of suites passed, failed and were skipped; a suite that broke before its tests counts as one. */
function count(suites) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    total.passed += suite.numPassingTests;
    total.failed += suite.numFailingTests + (suite.testExecError && suite.numFailingTests === 0 ? 1 : 0);
    total.skipped += suite.numPendingTests + suite.numTodoTests;
  }
  return total;
}

/** Ends a run with skipped suites and reasons, failures, and a summary in the last line. */
module.exports = class {
  constructor() {
    this.skipped = new Map();
    this.missed = [];
    // A suite that never reached its end has failed.
    this.outcome = { passed: 0, failed: 1, skipped: 0 };
    process.on('exit', () => console.log(closing(this.outcome)));
  }

  onTestResult(_test, { testFilePath, testResults }) {
    const file = testFilePath.slice(process.cwd().length + 1);
    for (const { status, ancestorTitles, title } of testResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      // A suite that is skipped as a whole is named once.
      const key = ancestorTitles.length > 0 ? `${file}: ${ancestorTitles[0]}` : `${file}: ${title}`;
      this.skipped.set(key, [...(this.skipped.get(key) ?? []), title]);
    }
  }

  /** Jest asks for it last: a run that left something out ends as one that failed. */
  getLastError() {
    return this.missed.length > 0
      ? new Error(`${this.missed.length} operations are not called by any spec`)
      : undefined;
  }

  onRunComplete(_contexts, results) {
    for (const [suite, titles] of this.skipped) {
      const what = titles.length === 1 ? `${suite} › ${titles[0]}` : `${suite} (${titles.length} tests)`;
      console.log(`SKIPPED ${what}`);
    }
    // Prerequisites that a setup could not offer to its suites.
    for (const line of process.env.LECTERN_NOT_RUN?.split('\n') ?? []) console.log(`SKIPPED ${line}`);
    for (const { testFilePath, testExecError } of results.testResults) {
      if (testExecError) console.log(`BROKEN ${testFilePath}`);
    }
    this.missed = uncalled(results);
    this.outcome = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites + this.missed.length,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    this.joinRuns(results.testResults);
    for (const name of this.missed) console.log(`UNCALLED ${name}: no e2e spec calls this operation`);
    keepPassed(results.testResults);
  }

  /**
   * `.ci/run` runs failed suites once more: the first run leaves their names, the counts of all others and the
   * operations that nobody called in the file `LECTERN_FAILED_SUITES`; the second run adds those counts to its own, and
   * the operations that it has not called, either.
   */
  joinRuns(suites) {
    const { LECTERN_FAILED_SUITES: file, LECTERN_FIRST_RUN: first } = process.env;
    if (first) {
      const { rest, missed } = JSON.parse(readFileSync(first, 'utf8'));
      const called = calledOperations();
      this.missed = missed.filter((name) => !called.has(name));
      this.outcome.failed += this.missed.length;
      for (const { testFilePath } of suites.filter((suite) => !isFailed(suite)))
        console.log(`FLAKY ${relative(process.cwd(), testFilePath)}: failed beside others, passes alone`);
      for (const name of Object.keys(rest)) this.outcome[name] += rest[name];
    } else if (file) {
      const failed = suites.filter(isFailed).map(({ testFilePath }) => relative(process.cwd(), testFilePath));
      const rest = count(suites.filter((suite) => !isFailed(suite)));
      writeFileSync(file, JSON.stringify({ failed, rest, missed: this.missed }));
    }
  }
};
