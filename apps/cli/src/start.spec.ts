import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { exitCodes } from './exit-code';

/** Starts the package for npx on a Node. @returns what it said and did */
function startedOn(node: string, program = readFileSync(join(__dirname, '../start.cjs'), 'utf8')) {
  const done: unknown[] = [];
  const end = (code: number) => {
    done.push(code);
    throw new Error('ended');
  };
  const stderr = { write: (text: string) => done.push(text) };
  const process = { versions: { node }, version: `v${node}`, stderr, exit: end };
  try {
    runInNewContext(program.replace(/^#!.*/, ''), { process, require: (name: string) => done.push(name) });
  } catch (error) {
    if (!(error instanceof Error && error.message === 'ended')) throw error;
  }
  return done;
}

describe('the package for npx', () => {
  it('says which Node it needs, and ends with a code of its own', () => {
    const [words, code] = startedOn('20.20.2');
    expect(words).toBe('lectern needs Node 24 or later, and this is v20.20.2. Install it from https://nodejs.org\n');
    expect(code).toBe(exitCodes.unsupported);
  });

  it('starts on the Node that it needs', () => {
    expect([startedOn('24.0.0'), startedOn('25.1.0')]).toEqual([['./lectern.js'], ['./lectern.js']]);
  });

  it('and the bundled command line itself say the same on an old one, before they load anything', () => {
    const bundle = readFileSync(join(__dirname, '../../../dist/apps/cli/main.js'), 'utf8');
    expect(startedOn('20.20.2', bundle)).toEqual(startedOn('20.20.2'));
  });

  it('is written for any Node', () => {
    const code = readFileSync(join(__dirname, '../start.cjs'), 'utf8');
    expect(code).not.toMatch(/\b(?:const|let|import|async|class)\b|=>|`|\?\./);
  });
});
