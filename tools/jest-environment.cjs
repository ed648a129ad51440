const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where packages keep what decorators say, those of classes that suites share among them. */
const KEPT = ['classValidatorMetadataStorage', 'typeormMetadataArgsStorage'];

/**
 * Runs suites in the context of the worker itself instead of a new one for each: packages are loaded once a worker, see
 * `jest-runtime.cjs`. Variables and globals that a suite sets are restored after it.
 */
module.exports = class OneContextEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.env = { ...process.env };
    this.console = globalThis.console;
    this.globals = new Set([...Object.keys(globalThis), ...KEPT]);
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
