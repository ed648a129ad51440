import { join } from 'node:path';
import { loadSelection } from './selection/modules.fixture';

interface CommandLine {
  readonly commandLine: (argv: readonly string[]) => { readonly name: string; readonly args: readonly string[] };
}

describe('the arguments of a command', () => {
  let commandLine: CommandLine['commandLine'];
  beforeAll(async () => {
    // It runs before there is a compiler, and has no types.
    ({ commandLine } = (await import(join(__dirname, 'command-line.mjs'))) as CommandLine);
  });

  it.each([[['e2e', '--', 'specs/find', '-t', 'words']], [['e2e', 'specs/find', '-t', 'words']]])(
    'are the same with and without the dashes that npm removes: %j',
    (argv) => {
      expect(commandLine(argv)).toEqual({ name: 'e2e', args: ['specs/find', '-t', 'words'] });
    },
  );

  it('keep dashes that are for the program', () => {
    expect(commandLine(['lint', 'libs', '--', '--odd-name'])).toEqual({
      name: 'lint',
      args: ['libs', '--', '--odd-name'],
    });
    expect(commandLine(['lint'])).toEqual({ name: 'lint', args: [] });
  });

  it('choose the suites of a pattern, also where a program calls without npm', async () => {
    const { select } = await loadSelection();
    const { args } = commandLine(['e2e', '--', 'e2e/specs/spine']);
    const { suites, jest } = select([...args, '--selectProjects', 'e2e'], { root: join(__dirname, '..') });
    expect(suites).toEqual(['e2e/specs/spine.e2e-spec.ts']);
    expect(jest).toEqual(['e2e/specs/spine', '--selectProjects', 'e2e']);
  });
});
