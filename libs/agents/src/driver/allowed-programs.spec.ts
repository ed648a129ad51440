import { checkProgram } from './allowed-programs';
import { allowedProgramsIn } from './allowed-programs.config';

const github = { command: 'github-mcp-server', args: ['stdio'], variables: ['GITHUB_TOKEN'] };
const allowed = allowedProgramsIn(JSON.stringify({ github, files: { command: 'files' } }));

describe('the programs that an operator allows', () => {
  it('have a command, arguments, an environment, and variables that drivers may set', () => {
    expect(allowed.get('github')).toEqual({ ...github, env: {} });
    expect(allowed.get('files')).toEqual({ command: 'files', args: [], env: {}, variables: [] });
    expect(allowedProgramsIn('{}').size).toBe(0);
  });

  it.each([
    ['nonsense', /must be JSON$/],
    ['[]', /JSON object of programs/],
    ['{"a b": {"command": "x"}}', /unlike a b/],
    ['{"a": {}}', /the command as text/],
    ['{"a": {"command": "x", "shell": true}}', /must not have shell for a/],
    ['{"a": {"command": "x", "args": [1]}}', /args/],
    ['{"a": {"command": "x", "env": {"A": 1}}}', /env/],
    ['{"a": {"command": "x", "env": {"A=B": "1"}}}', /env/],
    ['{"a": {"command": "x", "variables": ["A=B"]}}', /variables/],
  ])('are not %s', (json, problem) => {
    expect(() => allowedProgramsIn(json)).toThrow(problem);
  });
});

describe('a driver of a program', () => {
  const faultOf = (config: object, of = allowed): unknown => {
    try {
      checkProgram(of, config, ['body', 'config']);
      return undefined;
    } catch (error) {
      return Object(error).details.detail;
    }
  };

  it('names one that is allowed, and sets variables that it may', () => {
    expect(faultOf({ server: 'github', env: { GITHUB_TOKEN: 'x' } })).toBeUndefined();
    expect(faultOf({ server: 'files' })).toBeUndefined();
  });

  it.each([
    [{ server: 'shell' }, 'server', 'the operator allows: github, files'],
    [{ server: 'github', env: { NODE_OPTIONS: '--require x' } }, 'env', 'NODE_OPTIONS is no variable that drivers'],
    [{ server: 'files', env: { LD_PRELOAD: 'x' } }, 'env', 'LD_PRELOAD is no variable that drivers'],
  ])('%j is refused by its %s', (config, member, text) => {
    expect(faultOf(config)).toMatchObject([{ loc: ['body', 'config', member], msg: expect.stringContaining(text) }]);
  });

  it('is refused where the operator allows none', () => {
    expect(faultOf({ server: 'github' }, new Map())).toMatchObject([{ msg: expect.stringContaining('no programs') }]);
  });
});
