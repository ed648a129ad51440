import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, configSlice, flag, integer, optionalText, readConfig, text } from '.';

const slice = configSlice('example', {
  EXAMPLE_PORT: integer({ doc: 'where it listens', min: 1, max: 65_535, fallback: 8080 }),
  EXAMPLE_ON: flag({ doc: 'whether it runs', fallback: true }),
  EXAMPLE_TOKEN: optionalText({ doc: 'what opens it', minLength: 4, secret: true }),
  EXAMPLE_NAME: text({ doc: 'what it is called' }),
});

describe('readConfig', () => {
  it('has a name of its own', () => {
    expect(() => configSlice('example', {})).toThrow('There are two slices of settings with the name example');
  });

  it('reads what is set and falls back for the rest', () => {
    expect(readConfig(slice, { EXAMPLE_NAME: 'a', EXAMPLE_ON: 'no' })).toEqual({
      EXAMPLE_PORT: 8080,
      EXAMPLE_ON: false,
      EXAMPLE_NAME: 'a',
    });
  });

  it('names everything that is wrong at once, and no secret', () => {
    const read = () => readConfig(slice, { EXAMPLE_PORT: '0', EXAMPLE_TOKEN: 'abc' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /EXAMPLE_PORT must be from 1 to 65535[\s\S]*EXAMPLE_TOKEN must have at least 4[\s\S]*EXAMPLE_NAME is missing/,
    );
    expect(read).not.toThrow(/abc/);
  });
});

describe('a secret given as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const file = join(folder, 'token');
  writeFileSync(file, 'from-the-file\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is what the file says, without the end of its line', () => {
    expect(readConfig(slice, { EXAMPLE_NAME: 'a', EXAMPLE_TOKEN_FILE: file })).toHaveProperty(
      'EXAMPLE_TOKEN',
      'from-the-file',
    );
  });

  it('is refused when the file is missing, or the value is given, too', () => {
    const missing = { EXAMPLE_NAME: 'a', EXAMPLE_TOKEN_FILE: join(folder, 'none') };
    expect(() => readConfig(slice, missing)).toThrow(/EXAMPLE_TOKEN_FILE names .*none, which cannot be read/);
    const both = { EXAMPLE_NAME: 'a', EXAMPLE_TOKEN_FILE: file, EXAMPLE_TOKEN: 'another' };
    expect(() => readConfig(slice, both)).toThrow(/are both set/);
  });

  it('is only read for secrets', () => {
    expect(() => readConfig(slice, { EXAMPLE_NAME_FILE: file })).toThrow(/EXAMPLE_NAME is missing/);
  });
});
