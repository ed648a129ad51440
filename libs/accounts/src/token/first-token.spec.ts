import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FirstToken } from './first-token';

describe('the file of the first token', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'first-token-'));
    process.env['DATA_DIR'] = join(folder, 'data');
  });
  afterEach(() => {
    delete process.env['DATA_DIR'];
    rmSync(folder, { recursive: true });
  });

  it('is made with its folder, for its owner alone', async () => {
    const first = new FirstToken();
    expect([first.find(), first.isNew]).toEqual([undefined, false]);
    await first.keep('secret');
    expect(first.path).toBe(join(folder, 'data/first-token'));
    expect(readFileSync(first.path, 'utf8')).toBe('secret\n');
    expect(statSync(first.path).mode & 0o777).toBe(0o600);
    expect([first.find(), first.isNew]).toEqual(['secret', true]);
  });

  it('is found by later processes, which did not make it', async () => {
    await new FirstToken().keep('secret');
    const later = new FirstToken();
    expect([later.find(), later.isNew]).toEqual(['secret', false]);
  });

  it('replaces one that everybody can read, instead of writing into it', async () => {
    await new FirstToken().keep('old');
    const first = new FirstToken();
    await first.discard();
    writeFileSync(first.path, 'seen by all', { mode: 0o644 });
    await first.keep('secret');
    expect(statSync(first.path).mode & 0o777).toBe(0o600);
    expect(first.find()).toBe('secret');
  });

  it('is thrown away once, and again without a fault', async () => {
    const first = new FirstToken();
    await first.keep('secret');
    await first.discard();
    await first.discard();
    expect(first.find()).toBeUndefined();
  });
});
