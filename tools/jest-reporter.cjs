/** Ends a run with what was skipped and why, and one line that tells how it went. */
module.exports = class {
  constructor() {
    this.skipped = new Map();
  }

  onTestResult(_test, { testFilePath, testResults }) {
    for (const { status, ancestorTitles } of testResults) {
      if (status !== 'pending') continue;
      const suite = `${testFilePath.split('/').slice(-1)[0]}: ${ancestorTitles.join(' › ')}`;
      this.skipped.set(suite, (this.skipped.get(suite) ?? 0) + 1);
    }
  }

  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults },
  ) {
    for (const [suite, count] of this.skipped) console.log(`SKIPPED ${count} in ${suite}`);
    for (const { testFilePath, testExecError } of testResults) {
      if (testExecError) console.log(`BROKEN ${testFilePath}`);
    }
    console.log(
      `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped`,
    );
  }
};
