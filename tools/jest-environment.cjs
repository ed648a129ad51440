const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where packages keep what decorators say, those of classes that suites share among them. */
const KEPT = ['classValidatorMetadataStorage', 'typeormMetadataArgsStorage'];

/**
 * How many times as long as its spec says a test or a hook may take. Three suites share two cores here, and any of them
 * may be starved for a while; a spec states what its steps take without that.
 */
const PATIENCE = 4;
/** Tests and hooks that have that time. Environments of earlier suites of the worker hear of them, too. */
const patient = new WeakSet();

/**
 * React as people get it: its checks for those who develop take half of the time of the console's suites. Suites of a
 * worker share packages, and the first that loads one decides.
 */
function loadAsReleased(...names) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  for (const name of names) require(name);
  process.env.NODE_ENV = NODE_ENV;
}

/**
 * Runs suites in the context of the worker itself instead of a new one for each: packages are loaded once a worker, see
 * `jest-runtime.cjs`. Variables and globals that a suite sets are restored after it.
 */
module.exports = class OneContextEnvironment {
  global = globalThis;
  fakeTimers = null;

  static loadAsReleased = loadAsReleased;

  constructor({ projectConfig }, { testPath }) {
    if (testPath.includes('/apps/console/')) loadAsReleased('react', 'react/jsx-runtime');
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.env = { ...process.env };
    this.console = globalThis.console;
    this.globals = new Set([...Object.keys(globalThis), ...KEPT]);
  }

  /** jest-circus reads the time that a test or a hook has after it has announced its start. */
  handleTestEvent({ name, test, hook }, { testTimeout }) {
    const started = { test_fn_start: test, hook_start: hook }[name];
    // Hooks are started again and again.
    if (!started || patient.has(started)) return;
    patient.add(started);
    started.timeout = (started.timeout ?? testTimeout) * PATIENCE;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    // A run without workers has the reporters in this context, too.
    globalThis.console = this.console;
    for (const name of Object.keys(globalThis)) if (!this.globals.has(name)) delete globalThis[name];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
