import { startFailure } from './start-failure';

const environment = { dataDir: '/data', healthPort: 9_090 };
const failure = (message: string, cause?: Error) => startFailure(new Error(message, { cause }), environment);

describe('a start that fails', () => {
  it.each([
    ['listen EADDRINUSE: address already in use 127.0.0.1:8080', 'stop the program that has it, or set HTTP_PORT'],
    ['listen EADDRINUSE: address already in use :::9090', 'stop the program that has it, or set HEALTH_PORT'],
    ['listen EADDRNOTAVAIL: address not available 203.0.113.7:8080', 'HTTP_HOST and HEALTH_HOST must be addresses'],
    ['listen EACCES: permission denied 0.0.0.0:80', 'set HTTP_PORT to a port above 1023'],
    ["ENOSPC: no space left on device, mkdir '/data/x'", 'the disk is full: make room where /data is'],
    ['initdb failed (1): could not write to file: No space left on device', 'the disk is full: make room'],
    ["EACCES: permission denied, mkdir '/data'", 'let this user write to /data, or set another DATA_DIR'],
    ['The data folder /data is in use by another process (7)', 'stop that process, or set another DATA_DIR'],
    ['EMBEDDER x is not in the model store', 'run "lectern models add" with its name, or correct the setting'],
    ['something that nobody foresaw', 'start again with LOG_LEVEL=debug to see where it failed'],
  ])('because of %j says in one line what to do', (message, remedy) => {
    const said = failure(message);
    expect(said).toMatch(/^Lectern cannot start: [^\n]+$/);
    expect(said).toContain(`${message}: ${remedy}`);
  });

  it('says it in the last line where others say more', () => {
    const said = failure('The embedded database did not start:\nFATAL: lock file is bogus');
    expect(said.split('\n').at(-1)).toMatch(
      /^What to do: look into the lines of the database above, or set DATABASE_URL/,
    );
  });

  it('says the remedy of its message once', () => {
    const message = 'Postgres at 127.0.0.1:1 cannot be used: correct DATABASE_URL, or start it (connect ECONNREFUSED)';
    expect(failure(message)).toBe(`Lectern cannot start: ${message}`);
  });

  it('names a cause of the operating system that its message hides', () => {
    const said = failure('The key file cannot be made', new Error('ENOSPC: no space left on device, open'));
    expect(said).toContain('The key file cannot be made (ENOSPC: no space left on device, open): the disk is full');
  });
});
