import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryFile } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Metrics } from '../metrics';
import { Journal, type JournalOptions } from './journal';
import type { JournalPart, JournalSink } from './journal-drain';
import type { JournalLine } from './journal-line';

const kinds = { call: 'C', token: 'T' } as const;
type Kind = keyof typeof kinds;

/** Stores lines with their position, and refuses lines on demand. */
class Shelf implements JournalSink<Kind> {
  readonly rows: string[] = [];
  readonly positions = new Map<string, number>();
  writes = 0;
  isAway = false;

  async position(id: string): Promise<number> {
    return this.positions.get(id) ?? 0;
  }

  async write({ id, from, to }: JournalPart, lines: readonly JournalLine<Kind>[]): Promise<boolean> {
    if (this.isAway) throw new AppError('unavailable', 'away');
    if ((this.positions.get(id) ?? 0) !== from) return false;
    if (lines.some(({ json }) => json.includes('wrong'))) throw new Error('refused');
    this.writes += 1;
    this.positions.set(id, to);
    this.rows.push(...lines.flatMap(({ kind, json }) => (kind ? [`${kind} ${json}`] : [])));
    return true;
  }

  async forget(id: string): Promise<void> {
    this.positions.delete(id);
  }
}

describe('Journal', () => {
  let root: string;
  let shelf: Shelf;
  const journals: Journal<Kind>[] = [];
  const start = (options: Partial<JournalOptions<Kind>> = {}, metrics = new Metrics()) => {
    const journal = new Journal({ name: 'usage', root, bytesMax: 1_000_000, kinds, ...options }, shelf, metrics);
    journals.push(journal);
    return journal;
  };
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => JSON.stringify({ n: from + at }));
  /** Makes the journal look as if it had begun long ago. */
  const age = () => {
    for (const folder of readdirSync(root)) utimesSync(join(root, folder), 0, 0);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'journal-'));
    shelf = new Shelf();
  });
  afterEach(() => {
    for (const journal of journals.splice(0)) journal.release();
    rmSync(root, { recursive: true });
  });

  it('delivers what was appended once, in order, many lines at a time', async () => {
    const journal = start();
    for (const json of numbered(0, 1_200)) expect(journal.append('call', json)).toBe(true);
    await journal.synced();
    expect(await journal.flush()).toBe(true);
    expect(await journal.flush()).toBe(true);
    expect(shelf.rows).toEqual(numbered(0, 1_200).map((json) => `call ${json}`));
    expect(shelf.writes).toBeLessThan(10);
    await journal.close();
    expect(readdirSync(root)).toEqual([]);
  });

  it('keeps lines while the sink is away, up to its limit, and refuses more', async () => {
    const metrics = new Metrics();
    const journal = start({ bytesMax: 1_000 }, metrics);
    shelf.isAway = true;
    const kept = numbered(100, 300).filter((json) => journal.append('token', json) || journal.drop());
    expect(kept).toHaveLength(Math.floor(1_000 / 'T{"n":100}\n'.length));
    expect(await journal.flush()).toBe(false);
    shelf.isAway = false;
    expect(await journal.flush()).toBe(true);
    expect(shelf.rows).toEqual(kept.map((json) => `token ${json}`));
    const { body } = await metrics.text();
    expect(body).toContain(`lectern_usage_rows_total{outcome="dropped"} ${200 - kept.length}`);
    expect(body).toContain(`lectern_usage_rows_total{outcome="written"} ${kept.length}`);
    expect(journal.append('call', '{"again":1}')).toBe(true);
  });

  it('loses only the line that the sink refuses', async () => {
    const journal = start();
    for (const json of ['{"a":1}', '{"a":"wrong"}', '{"a":3}']) journal.append('call', json);
    expect(await journal.flush()).toBe(true);
    expect(shelf.rows).toEqual(['call {"a":1}', 'call {"a":3}']);
  });

  it('delivers what a killed process appended, without what it left unfinished, once', async () => {
    const program = join(root, '..', `${root.split('/').at(-1)}.cjs`);
    const compiled = entryFile(__dirname, 'journal');
    writeFileSync(
      program,
      `const { Journal } = require(${JSON.stringify(compiled)});
       const metrics = { counter: () => ({ inc() {} }) };
       const journal = new Journal({ name: 'usage', root: process.argv[2], bytesMax: 1e6, kinds: { call: 'C', token: 'T' } }, {}, metrics);
       for (let n = 0; n < 100; n += 1) journal.append('call', JSON.stringify({ n }));
       process.send('appended');
       setInterval(() => undefined, 1000);`,
    );
    const child = fork(program, [root]);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(program);
    const [folder = ''] = readdirSync(root);
    const [file = ''] = readdirSync(join(root, folder)).filter((name) => name.endsWith('.journal'));
    appendFileSync(join(root, folder, file), 'C{"n":');
    age();
    const next = start();
    await Promise.all([next.flush(), start().flush()]);
    expect(shelf.rows).toEqual(numbered(0, 100).map((json) => `call ${json}`));
    expect(readdirSync(root)).toEqual([]);
  });

  it('leaves the journals of processes that live, and what is no journal, to themselves', async () => {
    const living = start();
    living.append('call', '{"a":1}');
    mkdirSync(join(root, 'something-else'));
    age();
    await start().flush();
    expect(shelf.rows).toEqual([]);
    await living.flush();
    expect(shelf.rows).toEqual(['call {"a":1}']);
    expect(readdirSync(root)).toContain('something-else');
  });
});
