import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../scripted-server.fixture';
import { BoxServer } from './box-server.fixture';
import { SyncState } from './sync-state';

const kb = '00000000-0000-4000-8000-000000000000';
const AGO = new Date('2026-01-01T00:00:00Z');

describe('lectern sync', () => {
  let box: BoxServer;
  let place: string;
  let folder: string;

  beforeEach(async () => {
    box = await BoxServer.start();
    place = await mkdtemp(join(tmpdir(), 'lectern-sync-'));
    folder = join(place, 'folder');
    await mkdir(folder);
  });

  afterEach(async () => {
    box.close();
    await rm(place, { recursive: true, force: true });
  });

  /** An old file: what a run has seen of it, the next one need not read again. */
  async function put(name: string, text: string): Promise<void> {
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
    await utimes(path, AGO, AGO);
  }

  const sync = (...args: string[]) => interruptible(args);

  function interruptible(args: readonly string[], signal?: AbortSignal) {
    const env = { LECTERN_URL: box.url, LECTERN_TOKEN: 't', LECTERN_KB: kb, XDG_STATE_HOME: join(place, 'state') };
    return run(['sync', folder, ...args], env, signal);
  }

  it('sends new and changed files, moves renamed ones, deletes those that are gone, and then does nothing', async () => {
    await put('a.txt', 'One');
    await put('old/b.txt', 'Two');
    await put('c.txt', 'Three');
    expect(await sync()).toMatchObject({ code: 0, stdout: '3 added\n' });
    const slugs = new Map([...box.resources].map(([slug, { origin }]) => [origin.path, slug]));
    await put('a.txt', 'One and more');
    await rename(join(folder, 'old'), join(folder, 'new'));
    await rm(join(folder, 'c.txt'));
    const { stdout } = await sync('--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(events).toHaveLength(3);
    expect(events).toEqual(
      expect.arrayContaining([
        { kind: 'changed', name: 'a.txt' },
        { kind: 'moved', name: 'new/b.txt', before: 'old/b.txt' },
        { kind: 'deleted', name: 'c.txt' },
      ]),
    );
    expect(Object.keys(box.content())).toEqual(['a.txt', 'new/b.txt']);
    expect(box.resources.get(slugs.get('old/b.txt') ?? '')?.origin.path).toBe('new/b.txt');
    const before = box.total;
    expect(await sync()).toMatchObject({ code: 0, stdout: 'in step\n' });
    expect(box.total).toBe(before);
  });

  it('says with --dry-run what it would do, and does not do it', async () => {
    await put('a.txt', 'One');
    expect(await sync('--dry-run')).toMatchObject({ code: 0, stdout: 'added a.txt\nWould be: 1 added\n' });
    expect(box.resources.size).toBe(0);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'loses and doubles nothing when the connection breaks after %d requests',
    async (requests) => {
      for (let n = 0; n < 6; n += 1) await put(`${n}.txt`, `Text ${n}`);
      // The catalog of the first run is one request, too.
      box.breaksAfter = requests;
      const broken = sync('--parallel', '1');
      await new Promise((resolve) => setTimeout(resolve, 300));
      box.breaksAfter = Infinity;
      expect(await broken).toMatchObject({ code: 0 });
      expect(await sync()).toMatchObject({ code: 0, stdout: 'in step\n' });
      expect(Object.keys(box.content())).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt', '5.txt']);
      expect(box.resources.size).toBe(6);
    },
  );

  // The catalog of the first run is one request, too.
  it.each([
    [1, 'nothing has been done'],
    [4, '3 added'],
  ])('stops at Ctrl+C after %d requests, says what was done, and does the rest next time', async (requests, done) => {
    for (let n = 0; n < 6; n += 1) await put(`${n}.txt`, `Text ${n}`);
    const interruption = new AbortController();
    box.holdsAfter = requests;
    box.onHeld = () => interruption.abort(new Error('Interrupted'));
    expect(await interruptible(['--parallel', '2'], interruption.signal)).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^Stopped: ${done}\\. The same command does the rest\\.$`, 'm')),
    });
    box.holdsAfter = Infinity;
    expect(await sync()).toMatchObject({ code: 0, stdout: `${6 - requests + 1} added\n` });
    expect(Object.keys(box.content())).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt', '5.txt']);
    expect(box.resources.size).toBe(6);
  });

  it('deletes many files only with a higher limit', async () => {
    for (let n = 0; n < 10; n += 1) await put(`${n}.txt`, `Text ${n}`);
    await sync();
    for (let n = 1; n < 10; n += 1) await rm(join(folder, `${n}.txt`));
    const kept = await sync();
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('9 of 10 files would be deleted') });
    expect(box.resources.size).toBe(10);
    expect(await sync('--max-deletions', '9')).toMatchObject({ code: 0, stdout: '9 deleted\n' });
    expect(box.resources.size).toBe(1);
  });

  it('deletes nothing when the folder itself is away', async () => {
    await put('a.txt', 'One');
    await sync();
    await rm(folder, { recursive: true });
    expect(await sync()).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a folder') });
    expect(box.resources.size).toBe(1);
  });

  it('restricts files to groups, and opens none of them by the loss of a rule or a renamed folder', async () => {
    await put('hr/pay.txt', 'Pay');
    await put('hr/handbook.txt', 'Handbook');
    await put('open.txt', 'Open');
    await writeFile(join(folder, '.lecterngroups'), '# who finds what\n/hr/ = hr, board\n/hr/handbook.txt = *\n');
    await sync();
    expect(box.content()).toMatchObject({
      'hr/pay.txt': expect.stringMatching(/ board,hr$/),
      'hr/handbook.txt': expect.not.stringMatching(/ hr/),
    });
    await rename(join(folder, 'hr'), join(folder, 'people'));
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('could be found by everyone') });
    expect(box.content()).toMatchObject({ 'hr/pay.txt': expect.stringMatching(/ board,hr$/) });
    await rename(join(folder, 'people'), join(folder, 'hr'));
    await rm(join(folder, '.lecterngroups'));
    expect(await sync()).toMatchObject({ code: 1 });
    expect(box.content()).toMatchObject({ 'hr/pay.txt': expect.stringMatching(/ board,hr$/) });
    await writeFile(join(folder, '.lecterngroups'), '/hr/ hr\n');
    expect(await sync('--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('.lecterngroups:1') });
  });

  it('finds what it sent before when its own memory is lost', async () => {
    await put('a.txt', 'One');
    await put('b.txt', 'Two');
    await sync();
    await rm(join(place, 'state'), { recursive: true });
    await rm(join(folder, 'b.txt'));
    expect(await sync()).toMatchObject({ code: 0, stdout: '1 deleted\n' });
    expect(Object.keys(box.content())).toEqual(['a.txt']);
  });

  it('takes names with line ends, leaves out what rules and links name, and survives circles of links', async () => {
    await put('a\nb.txt', 'One');
    await put('x.log', 'Log');
    await put('deep/keep.log', 'Log');
    await put('deep/.lecternignore', '!keep.log\n');
    await put('.lecternignore', '*.log\n');
    await symlink(folder, join(folder, 'circle'));
    await sync('--follow-links');
    expect(Object.keys(box.content())).toEqual(['a\nb.txt', 'deep/keep.log']);
  });

  it('sends what a file has in the end, though it changes while it is read', async () => {
    await put('a.txt', 'One');
    await sync();
    const busy = setInterval(() => void writeFile(join(folder, 'a.txt'), `Now ${performance.now()}`), 1);
    await sync();
    clearInterval(busy);
    await put('a.txt', 'The end');
    await sync();
    const before = box.content();
    await sync('--content');
    expect([box.content(), box.resources.size]).toEqual([before, 1]);
  });

  it('brings 2,000 files in step, and sends none of them again', async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `${n % 100}/${n}.txt`);
    for (let n = 0; n < 100; n += 1) await mkdir(join(folder, String(n)));
    for (const name of names) await writeFile(join(folder, name), name);
    expect(await sync('--parallel', '16')).toMatchObject({ code: 0, stdout: '2,000 added\n' });
    expect(box.resources.size).toBe(2_000);
    const before = box.total;
    expect(await sync()).toMatchObject({ code: 0, stdout: 'in step\n' });
    expect(box.total).toBe(before);
  }, 180_000);

  it('is refused while another run has the folder', async () => {
    await put('a.txt', 'One');
    await sync();
    const states = join(place, 'state/lectern/sync');
    const [file = ''] = (await readdir(states)).filter((name) => name.endsWith('.sqlite'));
    const other = new SyncState(join(states, file));
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('being synchronised already') });
    other.close();
    expect(await sync()).toMatchObject({ code: 0, stdout: 'in step\n' });
  });
});
