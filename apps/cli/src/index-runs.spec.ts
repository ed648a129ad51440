import type { IndexRun, IndexRuns } from '@lectern/contracts/knowledge-box';
import { progressText } from './index-runs';
import { ScriptedServer } from './scripted-server.fixture';

const RUN: IndexRun = {
  kb: 'box',
  state: 'done',
  resources: { total: 10, done: 10 },
  removed: 0,
  differences: 0,
  indexes: [],
  eta_s: 0,
  requested: '2026-11-21T09:00:00',
  started: null,
  updated: '2026-11-21T09:00:00',
  ended: null,
  error: null,
};
const RUNS: IndexRuns = {
  work: 'verify',
  knowledge_boxes: { total: 12, waiting: 1, running: 8, done: 2, failed: 1 },
  resources: { total: 1_000, done: 451 },
  removed: 0,
  differences: 0,
  eta_s: 12,
  runs: [],
};

describe('the progress of runs', () => {
  it('counts boxes that have ended, and resources', () => {
    expect(progressText(RUNS)).toBe('verify: 3 of 12 knowledge boxes, 451 of 1,000 resources (45 %), 12 s left');
  });

  it('of empty boxes is complete', () => {
    const empty = { ...RUNS, resources: { total: 0, done: 0 }, eta_s: null };
    expect(progressText(empty)).toBe('verify: 3 of 12 knowledge boxes, 0 of 0 resources (100 %)');
  });

  it('names what keeps the running ones from their end', () => {
    const runs: IndexRun[] = [
      { ...RUN, state: 'failed', error: 'The disk is full' },
      { ...RUN, state: 'running', error: 'OpenSearch is away' },
    ];
    expect(progressText({ ...RUNS, runs })).toMatch(/12 s left, OpenSearch is away$/);
  });
});

describe('lectern index status', () => {
  const idle = { ...RUNS, knowledge_boxes: { total: 1, waiting: 0, running: 0, done: 1, failed: 0 } };

  it('tells how far the last rebuild and the last verification are', async () => {
    const failed: IndexRun = {
      ...RUN,
      kb: 'other',
      state: 'failed',
      resources: { total: 9, done: 3 },
      error: 'No space',
    };
    const server = await ScriptedServer.start(
      { ...RUNS, work: 'rebuild', eta_s: 3_900, runs: [failed] },
      { ...idle, runs: [{ ...RUN, differences: 2 }] },
    );
    expect(await server.run('index', 'status', '--kb', 'box')).toEqual({
      code: 0,
      stdout: [
        'rebuild: 1 waiting, 8 running, 2 done, 1 failed; 1 h 5 min left\n',
        'other rebuild failed: 3 of 9; No space\n',
        'verify: 0 waiting, 0 running, 1 done, 0 failed\n',
        'box verify done: 10 of 10, 2 differences\n',
      ].join(''),
      stderr: '',
    });
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/admin/index/rebuild?kb=box',
      'GET /api/v1/admin/index/verify?kb=box',
    ]);
  });

  it('writes both as JSON', async () => {
    const server = await ScriptedServer.start(idle);
    const { stdout } = await server.run('index', 'status', '--json');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([idle, idle]);
  });
});

describe('a verification', () => {
  const verified = {
    ...RUNS,
    knowledge_boxes: { total: 1, waiting: 0, running: 0, done: 1, failed: 0 },
    runs: [
      {
        ...RUN,
        indexes: [
          {
            index: 'keywords',
            expected: { resources: 1, paragraphs: 2 },
            held: { resources: 1, paragraphs: 1_200 },
            differences: 1,
          },
          {
            index: 'e5-small',
            expected: { resources: 1, paragraphs: 2 },
            held: { resources: 0, paragraphs: 0 },
            differences: 1,
            damage: 'bad magic number',
          },
        ],
      },
    ],
  };

  it('says what each index should hold and holds, and which cannot be read', async () => {
    const server = await ScriptedServer.start(verified, { differences: [], cursor: null });
    const { stdout } = await server.run('index', 'verify');
    expect(stdout.split('\n')).toEqual([
      'box keywords: 1 resource and 2 paragraphs expected, 1 resource and 1,200 paragraphs held',
      'box e5-small: cannot be read and is filled again: bad magic number',
      '1 knowledge box verified: no differences',
      '',
    ]);
  });

  it('that is not waited for names no differences', async () => {
    const server = await ScriptedServer.start({ ...RUNS, knowledge_boxes: { ...RUNS.knowledge_boxes, failed: 0 } });
    const { code, stdout } = await server.run('index', 'verify', '--no-wait');
    expect([code, stdout]).toEqual([0, '9 knowledge boxes to be verified\n']);
    expect(server.asked).toHaveLength(1);
  });

  it('with differences says how they are put right', async () => {
    const difference = { kb: 'box', index: 'keywords', resource: 'r1', problem: 'content', expected: null, held: null };
    const server = await ScriptedServer.start(
      { ...verified, differences: 1 },
      { differences: [difference], cursor: null },
    );
    const { code, stdout, stderr } = await server.run('index', 'verify');
    expect(code).toBe(1);
    expect(stdout).toContain('box keywords r1 content: the texts, labels, dates or vectors that are held differ');
    expect(stderr).toContain('run "index rebuild"');
  });
});
