import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';

const root = join(__dirname, '../../..');

/** Output of a program that throws in the compiled code of the project. */
function printed(code: string): string {
  const required = join(root, 'dist/libs/runtime/src/source-maps.js');
  return execFileSync(process.execPath, [`--require=${required}`, '--eval', code], { cwd: root, encoding: 'utf8' });
}

describe('the stack of an error', () => {
  it('names lines of TypeScript, also those of the files that it is thrown from', () => {
    const stack = printed(`
      const { validateInput } = require('./dist/libs/contracts/src/core.js');
      try { validateInput({ body: class {} }, null) } catch (error) { console.log(error.stack) }`);
    const places = [...stack.matchAll(/\((\/[^:]+):(\d+):\d+\)/g)].map(([, file = '']) => relative(root, file));
    expect(places[0]).toMatch(/^libs\/contracts\/src\/.*\.ts$/);
    expect(places.filter((place) => place.startsWith('dist/'))).toEqual([]);
  });

  it('begins with the error, and keeps places that nothing is known of', () => {
    const stack = printed(`const error = new RangeError('far'); console.log(error.stack)`);
    expect(stack).toMatch(/^RangeError: far\n {4}at \[eval\]:1:/);
  });

  it('is one, too, where an error cannot say what it is', () => {
    const odd = `const error = new Error(); error.toString = undefined; error.name = { toString() { throw 1 } };`;
    expect(printed(`${odd} console.log(error.stack)`)).toMatch(/^(<error>|Error)\n {4}at /);
  });
});
