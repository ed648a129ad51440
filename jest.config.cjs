const { readFileSync } = require('node:fs');
const swc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swc.$schema;

/** What suites of a worker share, see `tools/jest-runtime.cjs`. */
const loadedOnce = (...folders) => ({ shared: `^(${folders.join('|')})/(?!.*\\.(spec|fixture|contract|bench)\\.ts$)` });

const common = {
  rootDir: __dirname,
  runtime: '<rootDir>/tools/jest-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest-environment.cjs',
  testEnvironmentOptions: loadedOnce('libs'),
  transform: {
    '/apps/console/.+\\.tsx?$': '<rootDir>/tools/jest-console-transform.cjs',
    '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }],
  },
  moduleNameMapper: {
    '^@lectern/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@lectern/([a-z-]+)/([a-z-]+)$': '<rootDir>/libs/$1/src/$2.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

module.exports = {
  workerIdleMemoryLimit: '2GB',
  // One more than there are cores here: much of what takes long waits for processes that start, stop or come back.
  maxWorkers: 3,
  // Concurrent tests of a file start programs: more of them at once only take longer.
  maxConcurrency: 2,
  testTimeout: 60_000,
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  globalSetup: '<rootDir>/tools/jest-setup.mjs',
  reporters: ['<rootDir>/tools/jest-suites-reporter.cjs', 'summary', '<rootDir>/tools/jest-reporter.cjs'],
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,apps,tools,e2e}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.int\\.spec\\.ts$'],
    },
    {
      ...common,
      displayName: 'int',
      testMatch: ['<rootDir>/{libs,apps}/**/*.int.spec.ts'],
      globalSetup: '<rootDir>/tools/jest-servers.mjs',
      globalTeardown: '<rootDir>/tools/jest-servers-end.mjs',
    },
    {
      ...common,
      displayName: 'e2e',
      testEnvironmentOptions: loadedOnce('libs', 'e2e/harness'),
      testMatch: ['<rootDir>/e2e/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/e2e/jest-setup.mjs',
      globalTeardown: '<rootDir>/e2e/jest-teardown.mjs',
    },
  ],
};
