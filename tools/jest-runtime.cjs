const { existsSync } = require('node:fs');
const { join, relative } = require('node:path');
const { pathToFileURL } = require('node:url');
const { compileFunction, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Functions of the project's own files, by file: each suite runs them again. */
const compiled = new Map();
/** The runtime of the suite that runs. */
const current = {};

/** Where the build has put what suites share, by source; undefined for what it left out. */
const built = new Map();

function builtFrom(source, root) {
  if (!built.has(source)) {
    const file = join(root, 'dist', relative(root, source)).replace(/\.ts$/, '.js');
    built.set(source, existsSync(file) ? file : undefined);
  }
  return built.get(source);
}

/** Result of `import()` of a file of the project: they are compiled to CommonJS. */
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
 * Loads once a worker, outside of Jest's registry of modules: packages, and of the project, out of the build, what
 * `testEnvironmentOptions.shared` names. Its other files are compiled once a worker and run for each suite. To load
 * frameworks and libs for each suite costs more than most suites do. State of a shared module outlives the suite that
 * changes it. Works with `jest-environment.cjs`: all suites of a worker share its context.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, ...rest) {
    super(config, ...rest);
    this.root = config.rootDir;
    this.shared = new RegExp(config.testEnvironmentOptions.shared);
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
    const file = this.sharedFile(from, name);
    return file === undefined ? super.requireModuleOrMock(from, name) : require(file);
  }

  async importFrom(from, name) {
    if (this._resolution.isCoreModule(name)) return import(name);
    const file = this.sharedFile(from, name);
    if (file !== undefined) return import(pathToFileURL(file));
    // Tools are modules of Node's own kind.
    if (name.endsWith('.mjs')) return import(pathToFileURL(this._resolution.resolveCjs(from, name)));
    return moduleOf(super.requireModuleOrMock(from, name));
  }

  /** Modules that all suites share; undefined for modules that each loads, and for replacements of a suite. */
  sharedFile(from, name) {
    if (name === undefined || name === '@jest/globals' || this._resolution.isCoreModule(name)) return undefined;
    if (this.mockState.shouldMockCjs(from, name).shouldMock) return undefined;
    const path = this._resolution.resolveCjs(from, name);
    if (path.includes('/node_modules/')) return path;
    // `jest.isolateModules` asks for fresh ones.
    if (this.registries.isolation) return undefined;
    return this.shared.test(relative(this.root, path)) ? builtFrom(path, this.root) : undefined;
  }
};
