// The part of the contracts that a browser needs, and the command line, which starts in a fraction of the time. Their
// modules declare operations beside DTO classes with validators, which no bundler may leave out; a call needs a method, a path and how the answer is read. The bundle gets only those,
// computed from the compiled contracts: `import { getResource } from '@lectern/contracts/knowledge-box'` is typed by
// them and takes a few bytes. Constants that are plain data, such as limits, come along. Importing anything else fails
// the build.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const root = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const entries = ['accounts', 'agents', 'knowledge-box', 'search', 'understanding'];
const shown = '\0light-contracts/';

/** As it is written in the module, or undefined for what a browser does not get. */
function textOf(value) {
  if (value instanceof RegExp) return String(value);
  if (isOperation(value)) return operationText(value);
  if (isPlain(value)) return JSON.stringify(value);
  return isGroup(value)
    ? `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${operationText(one)}`)}}`
    : undefined;
}

/** Several operations in one constant. */
function isGroup(value) {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isOperation)
  );
}

function isOperation(value) {
  return Boolean(value?.http) && typeof value.name === 'string';
}

function isPlain(value) {
  if (['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain)
  );
}

function operationText({ name, http: { method, path, member, read }, stream }) {
  const plain = JSON.stringify({ method, path, member }).slice(0, -1);
  const reads = read ? `,"read":${selfContained(name, read)}` : '';
  return `{"name":${JSON.stringify(name)},"stream":${stream === true},"http":${plain}${reads}}}`;
}

/** `read` is pure by contract; it must not refer to its module either, or it could not travel as text. */
function selfContained(name, read) {
  const text = String(read);
  try {
    runInContext(`(${text})`, createContext(Object.create(null)))({}, 200);
  } catch (error) {
    throw new Error(`read() of ${name} is not self-contained: ${error.message}`, { cause: error });
  }
  return text;
}

/** The text of the module that replaces an entry of the contracts. */
export function lightContracts(entry) {
  const contracts = require(join(root, 'dist/libs/contracts/src', `${entry}.js`));
  const lines = Object.entries(contracts).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [`export const ${name} = ${text};`];
  });
  return lines.join('\n');
}

/** Of the core, what finds the path of a call. */
const core = `export * from ${JSON.stringify(join(root, 'libs/contracts/src/core/endpoint.ts'))};`;

export function operationTable() {
  return {
    name: 'operation-table',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('@lectern/contracts/') ? shown + id.split('/').at(-1) : undefined),
    load(id) {
      if (!id.startsWith(shown)) return undefined;
      const entry = id.slice(shown.length);
      if (entry === 'core') return { code: core, moduleSideEffects: false };
      if (!entries.includes(entry))
        throw new Error(`Neither the console nor the command line can use @lectern/contracts/${entry}.`);
      return { code: lightContracts(entry), moduleSideEffects: false };
    },
  };
}
