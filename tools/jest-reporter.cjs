const closing = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Ends a run with what was skipped and why, what broke, and one line that tells how it went: the last one of all. */
module.exports = class {
  constructor() {
    this.skipped = new Map();
    // What never got as far as its end has failed.
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

  onRunComplete(_contexts, results) {
    for (const [suite, titles] of this.skipped) {
      const what = titles.length === 1 ? `${suite} › ${titles[0]}` : `${suite} (${titles.length} tests)`;
      console.log(`SKIPPED ${what}`);
    }
    // What a setup could not offer to its suites.
    for (const line of process.env.LECTERN_NOT_RUN?.split('\n') ?? []) console.log(`SKIPPED ${line}`);
    for (const { testFilePath, testExecError } of results.testResults) {
      if (testExecError) console.log(`BROKEN ${testFilePath}`);
    }
    this.outcome = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
  }
};
