import type { IndexDifference, IndexRuns, IndexRunState } from '@lectern/contracts/knowledge-box';
import { commands } from './commands';
import { run, ScriptedServer } from './scripted-server.fixture';

function runs(work: 'rebuild' | 'verify', state: IndexRunState, more: Partial<IndexRuns> = {}): IndexRuns {
  const none = { waiting: 0, running: 0, done: 0, failed: 0 };
  const resources = { total: 10, done: state === 'done' ? 10 : 4 };
  const knowledge_boxes = { total: 1, ...none, [state]: 1 };
  return { work, knowledge_boxes, resources, removed: 0, differences: 0, eta_s: 3, runs: [], ...more };
}

const difference: IndexDifference = {
  kb: 'box',
  index: 'keywords',
  resource: 'r1',
  problem: 'outdated',
  expected: { version: 4, paragraphs: 2 },
  held: { version: 3, paragraphs: 1 },
};

describe('the command line', () => {
  it.each(commands.map(({ name }) => name))('says what %s does, its options and its exit codes', async (name) => {
    const { code, stdout } = await run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const own: Record<string, string> = { index: '--kb <ID>', models: '--store <FOLDER>' };
    const parts = [`lectern ${name}`, own[name.split(' ')[0] ?? ''] ?? '', '--help', 'Exit codes:'];
    for (const part of parts) expect(stdout).toContain(part);
  });

  it.each([[[]], [['--help']], [['index', '--help']]])('lists the commands for %j', async (args: string[]) => {
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    const [group = ''] = args.filter((word) => !word.startsWith('-'));
    const below = commands.filter(({ name }) => name.startsWith(group)).map(({ name }) => name.split(' '));
    for (const words of below) expect(stdout).toContain(`\n  ${words[group === '' ? 0 : 1]} `);
  });

  it.each([
    [['index', 'shred'], "unknown command 'shred'"],
    [['rebuild'], "unknown command 'rebuild'"],
    [['--verbose'], "unknown option '--verbose'"],
    [['indx', 'verify'], 'Did you mean index?'],
    [['index', 'verfy'], 'Did you mean verify?'],
    [['index', 'verify', '--jsn'], 'Did you mean --json?'],
    [['index'], 'lectern index'],
    [['index', 'verify', '--shred'], "unknown option '--shred'"],
    [['index', 'verify', '--kb'], "option '--kb <ID>' argument missing"],
    [['index', 'verify', 'all'], 'too many arguments'],
    [['index', 'verify', '--url', 'nowhere', '--token', 'x'], 'nowhere is not a URL'],
    [['index', 'verify'], 'LECTERN_TOKEN'],
    [['tasks', 'list', '--token', 'x', '--state', 'lost'], 'There is no state lost'],
    [['models', 'add'], "missing required argument 'SOURCE'"],
    [['models', 'add', 'a', 'b'], 'too many arguments'],
    [['models', 'add', 'a', '--pooling', 'max'], '--pooling is mean or cls, not max'],
    [['models', 'add', 'a', '--dimensions', 'many'], '--dimensions many is no number'],
    [['models', 'add', 'a', '--sha256', 'x'], '--sha256 takes 64 hexadecimal digits'],
    [['models', 'remove', 'a'], 'LECTERN_TOKEN'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('lectern tasks', () => {
  const times = { next: '2026-11-21T10:00:00', created: '2026-11-21T09:00:00' };
  const task = { id: '7', task: 'processResource', payload: { rid: 'r1' }, state: 'failed', attempts: 10 };
  const failed = { ...task, attempts_max: 10, error: 'The engine is away\n  at line 1', ...times };

  it('names all that failed for good, page by page', async () => {
    const server = await ScriptedServer.start(
      { tasks: [failed], cursor: '7' },
      { tasks: [{ ...failed, id: '8', error: null }], cursor: null },
    );
    expect(await server.run('tasks', 'list')).toEqual({
      code: 1,
      stdout: [
        '7 processResource 10/10 {"rid":"r1"}: The engine is away\n',
        '8 processResource 10/10 {"rid":"r1"}\n',
      ].join(''),
      stderr: '',
    });
    const path = '/api/v1/admin/tasks?state=failed';
    expect(server.asked.map((asked) => asked.path)).toEqual([path, `${path}&cursor=7`]);
  });

  it('is content with tasks in another state', async () => {
    const server = await ScriptedServer.start({ tasks: [{ ...failed, state: 'retrying' }], cursor: null });
    const { code, stdout } = await server.run('tasks', 'list', '--state', 'retrying', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { ...failed, state: 'retrying' }]);
  });

  it.each([
    [[], null, 3, '3 tasks to be tried again\n'],
    [['--id', '7'], '7', 1, '1 task to be tried again\n'],
  ])('has work tried again: %j', async (args, id, replayed, stdout) => {
    const server = await ScriptedServer.start({ replayed });
    expect(await server.run('tasks', 'replay', ...args)).toEqual({ code: 0, stdout, stderr: '' });
    expect(server.asked).toMatchObject([{ method: 'POST', path: '/api/v1/admin/tasks/replay', body: { id } }]);
  });
});

describe('lectern index rebuild', () => {
  it('asks for a rebuild and waits until it is done', async () => {
    const server = await ScriptedServer.start(
      runs('rebuild', 'waiting'),
      runs('rebuild', 'running'),
      runs('rebuild', 'done', { removed: 2 }),
    );
    expect(await server.run('index', 'rebuild', '--kb', 'a b', '--from-empty')).toEqual({
      code: 0,
      stdout: '1 knowledge box rebuilt: 10 resources put, 2 removed\n',
      stderr: 'rebuild: 0 of 1 knowledge box, 4 of 10 resources (40 %), 3 s left\n',
    });
    const token = 'Bearer secret';
    const path = '/api/v1/admin/index/rebuild';
    expect(server.asked).toEqual([
      { method: 'POST', path, token, body: { kb: 'a b', from_empty: true } },
      { method: 'GET', path: `${path}?kb=a+b`, token, body: undefined },
      { method: 'GET', path: `${path}?kb=a+b`, token, body: undefined },
    ]);
  });

  it('goes on waiting while the server is away', async () => {
    const server = await ScriptedServer.start(runs('rebuild', 'running'), 503, 503, runs('rebuild', 'done'));
    const { code, stderr } = await server.run('index', 'rebuild');
    expect([code, stderr]).toEqual([0, expect.stringContaining('answered 503: No; waiting for it')]);
  });

  it('says of runs that failed why', async () => {
    const [run] = [{ kb: 'box', state: 'failed', error: 'The disk is full' }];
    const failed = { ...runs('rebuild', 'failed'), runs: [run] };
    const server = await ScriptedServer.start(runs('rebuild', 'running'), failed);
    const { code, stderr } = await server.run('index', 'rebuild', '--json');
    expect([code, stderr]).toEqual([1, expect.stringContaining('box failed: The disk is full\n')]);
  });

  it('ends at once when it is not to wait', async () => {
    const server = await ScriptedServer.start(runs('rebuild', 'waiting'));
    const { code, stdout } = await server.run('index', 'rebuild', '--no-wait');
    expect([code, stdout]).toEqual([0, '1 knowledge box to be rebuilt\n']);
  });

  it.each([
    [401, 'The token is not accepted'],
    [403, 'You have no right to do this (No)'],
    [404, 'answered 404: No'],
    [500, 'answered 500: No'],
  ])('ends with a line when the server answers %d', async (status, message) => {
    const server = await ScriptedServer.start(status);
    const { code, stdout, stderr } = await server.run('index', 'rebuild');
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringContaining(message)]);
  });
});

describe('lectern index verify', () => {
  const found = runs('verify', 'done', { differences: 2 });

  it('names every difference of every page, and ends with 1', async () => {
    const unknown: IndexDifference = { ...difference, problem: 'unknown', expected: null };
    const pages = [
      { differences: [difference], cursor: '7' },
      { differences: [unknown], cursor: null },
    ];
    const server = await ScriptedServer.start(found, ...pages);
    const { code, stdout } = await server.run('index', 'verify');
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'box keywords r1 outdated: version 4 with 2 paragraphs expected, version 3 with 1 paragraph held',
      'box keywords r1 unknown: nothing expected, version 3 with 1 paragraph held',
      '1 knowledge box verified: 2 differences',
      '',
    ]);
    expect(server.asked.map(({ path }) => path).slice(1)).toEqual([
      '/api/v1/admin/index/verify/differences',
      '/api/v1/admin/index/verify/differences?cursor=7',
    ]);
  });

  it('writes the same as JSON, an object a line', async () => {
    const server = await ScriptedServer.start(found, { differences: [difference], cursor: null });
    const { stdout } = await server.run('index', 'verify', '--json');
    const objects = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(objects).toEqual([difference, found]);
  });

  it('ends with 0 when there are none', async () => {
    const server = await ScriptedServer.start(runs('verify', 'done'), { differences: [], cursor: null });
    expect(await server.run('index', 'verify')).toMatchObject({
      code: 0,
      stdout: '1 knowledge box verified: no differences\n',
    });
  });
});
