import { ScriptedServer } from './scripted-server.fixture';

const page = (unnamed: readonly (readonly [string, number, number])[], cursor: string | null, examined = 500) => ({
  examined,
  unnamed: unnamed.map(([kind, count, size_bytes]) => ({ kind, count, size_bytes })),
  cursor,
});

describe('lectern blobs sweep', () => {
  it('adds up the pages, kind by kind in the order of the alphabet', async () => {
    const server = await ScriptedServer.start(
      page(
        [
          ['uploads', 2, 1_000],
          ['files', 1, 7],
        ],
        'next',
      ),
      page([['files', 2_000, 1]], null),
    );
    expect(await server.run('blobs', 'sweep')).toEqual({
      code: 0,
      stdout: [
        'files: 2,001 files, 8 bytes\n',
        'uploads: 2 files, 1,000 bytes\n',
        '1,000 files examined: 2,003 files that nothing names, removed in ten minutes\n',
      ].join(''),
      stderr: expect.stringContaining('500 files examined\n'),
    });
    expect(server.asked).toMatchObject([
      { method: 'POST', body: { dry_run: false } },
      { method: 'POST', body: { dry_run: false, cursor: 'next' } },
    ]);
  });

  it('promises nothing when it only counts', async () => {
    const server = await ScriptedServer.start(page([['files', 1, 7]], null, 1));
    const { stdout } = await server.run('blobs', 'sweep', '--dry-run');
    expect(stdout).toBe('files: 1 file, 7 bytes\n1 file examined: 1 file that nothing names\n');
    expect(server.asked).toMatchObject([{ body: { dry_run: true } }]);
  });

  it('promises nothing when there is nothing to remove', async () => {
    const server = await ScriptedServer.start(page([], null, 0));
    const { stdout } = await server.run('blobs', 'sweep');
    expect(stdout).toBe('0 files examined: 0 files that nothing names\n');
  });

  it('writes the sums as JSON, an object a line', async () => {
    const server = await ScriptedServer.start(
      page(
        [
          ['uploads', 2, 1_000],
          ['files', 1, 7],
        ],
        null,
      ),
    );
    const { stdout } = await server.run('blobs', 'sweep', '--json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { kind: 'files', count: 1, size_bytes: 7 },
      { kind: 'uploads', count: 2, size_bytes: 1_000 },
    ]);
  });

  it.each([503, 429])('ends with a line when the server answers %d', async (status) => {
    const server = await ScriptedServer.start(status);
    const { code, stdout, stderr } = await server.run('blobs', 'sweep');
    expect([code, stdout, stderr]).toEqual([3, '', `${server.url} answered ${status}: No\n`]);
  });
});
