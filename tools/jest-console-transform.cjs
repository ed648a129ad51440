const { globSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { createTransformer } = require('@swc/jest');

const { $schema: _, ...swc } = JSON.parse(readFileSync(join(__dirname, '../.swcrc'), 'utf8'));
const parser = { ...swc.jsc.parser, tsx: true };
const transform = { ...swc.jsc.transform, react: { runtime: 'automatic' } };
const inner = (isTsx) =>
  createTransformer({
    ...swc,
    jsc: { ...swc.jsc, parser: isTsx ? parser : swc.jsc.parser, transform },
    swcrc: false,
    sourceMaps: 'inline',
  });
const transformers = { ts: inner(false), tsx: inner(true) };

/** `import.meta.glob('../x/*.json')`: an object with a function that loads a file, per file. */
function globbed(pattern, file) {
  const found = globSync(pattern, { cwd: dirname(file) }).map((name) => JSON.stringify(name));
  return `({ ${found.map((name) => `${name}: () => import(${name})`).join(', ')} })`;
}

/** What Vite makes of the console's own kinds of import, see `apps/console/vite.config.mjs`, for Node. */
function plain(source, file) {
  return (
    source
      .replace(/^import '[^']+\.css';$/gm, '')
      .replace(/^import (\w+) from '([^']+)\?url';$/gm, "const $1 = require.resolve('$2');")
      // This package has other code for Node, and says so in a way that only bundlers read.
      .replace(" from 'tus-js-client';", " from 'tus-js-client/lib.es5/browser/index.js';")
      .replace(/import\.meta\.glob(?:<.*>)?\('([^']+)'\)/g, (_match, pattern) => globbed(pattern, file))
      .replace(/import\.meta\.env\.(\w+)/g, (_match, name) => JSON.stringify(`/assets/${name.toLowerCase()}`))
  );
}

/** Compiles the console for its specs. */
module.exports = {
  process: (source, file, options) =>
    transformers[file.endsWith('x') ? 'tsx' : 'ts'].process(plain(source, file), file, options),
  getCacheKey: (source, file, options) =>
    transformers[file.endsWith('x') ? 'tsx' : 'ts'].getCacheKey(`3${plain(source, file)}`, file, options),
};
