const { pathToFileURL } = require('node:url');
const { compileFunction, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Functions of the project's own files, by file: each suite runs them again. */
const compiled = new Map();
/** The runtime of the suite that runs. */
const current = {};

/** What `import()` of a file of the project gives: they are compiled to CommonJS. */
async function moduleOf(exported) {
  const names = [...new Set(['default', ...Object.keys(exported)])];
  const made = new SyntheticModule(names, () => {
    for (const name of names) made.setExport(name, name in exported ? exported[name] : exported);
  });
  await made.link(() => undefined);
  await made.evaluate();
  return made;
}

/**
 * Loads packages once a worker, outside of Jest's registry of modules, and compiles the project's own files once a
 * worker. These still run for each suite: suites share no state of theirs. Loading the frameworks for each suite cost
 * more than most suites do. Works with `jest-environment.cjs`: all suites of a worker share its context.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current.importFrom = (from, name) => this.importFrom(from, name);
    const { executor } = this;
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const importModuleDynamically = (name) => current.importFrom(filename, name);
      const run = compileFunction(source, executor.injectedModuleParameters, { filename, importModuleDynamically });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModuleOrMock(from, name) {
    const packaged = this.packaged(from, name);
    return packaged === undefined ? super.requireModuleOrMock(from, name) : require(packaged);
  }

  async importFrom(from, name) {
    if (this._resolution.isCoreModule(name)) return import(name);
    const packaged = this.packaged(from, name);
    if (packaged !== undefined) return import(pathToFileURL(packaged));
    return moduleOf(super.requireModuleOrMock(from, name));
  }

  /** The file of a package; undefined for what is ours, of Node or of Jest, and for what a suite puts in its place. */
  packaged(from, name) {
    if (name === undefined || name === '@jest/globals' || this._resolution.isCoreModule(name)) return undefined;
    if (this.mockState.shouldMockCjs(from, name).shouldMock) return undefined;
    const path = this._resolution.resolveCjs(from, name);
    return path.includes('/node_modules/') ? path : undefined;
  }
};
