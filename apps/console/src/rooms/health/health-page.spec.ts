/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ANSWERED, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const TASKS = 'GET /api/v1/admin/tasks';
const VERIFY = '/api/v1/admin/index/verify';
const noRuns = {
  work: 'verify',
  knowledge_boxes: { total: 0, waiting: 0, running: 0, done: 0, failed: 0 },
  resources: { total: 0, done: 0 },
  eta_s: null,
  runs: [],
};
const TASK = {
  id: 't1',
  task: 'kb.resource.process',
  payload: {},
  state: 'failed',
  attempts: 1_200,
  attempts_max: 20,
  error: 'The model is gone',
  next: '2026-01-01T12:00:00',
  created: '2026-01-01T12:00:00',
};
const RUN = {
  kb: 'abcdef12-3456',
  state: 'done',
  resources: { total: 9, done: 9 },
  removed: 0,
  differences: 0,
  indexes: [],
  eta_s: 0,
  requested: '2026-01-01T12:00:00',
  started: null,
  updated: '2026-01-01T12:00:00',
  ended: '2026-01-01T12:00:00',
  error: null,
};

beforeEach(() => {
  server.on('GET /api/v1/health/ready', { status: 'ok' });
  server.on('GET /health/ready', { status: 'ok', checks: { database: 'ok', models: 'ok' } });
  server.on('GET /api/v1/versions', { lectern: { installed: '1.2.3', latest: '1.3.0' } });
  server.on(TASKS, { tasks: [], cursor: null });
  server.on(`GET ${VERIFY}`, noRuns);
  server.on('GET /api/v1/admin/models', {
    default_embedder: 'e5-small',
    reranker: 'words',
    embedders: [{ id: 'e5-small', installed: true, knowledge_boxes: 3 }],
  });
});

const open = () => openPage(server, '/status');
const section = (name: string) => screen.findByRole('region', { name });
const textOf = async (name: string) => (await section(name)).textContent;

describe('the state of the server', () => {
  it('is one sentence, and a line for each part', async () => {
    await open();
    await screen.findByText('Everything works');
    const parts = within(await section('Components')).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual(['Database: OK', 'Models: OK']);
    await within(await section('Version')).findByText('Installed: 1.2.3 · Latest: 1.3.0');
    expect(server.unknown).toEqual([]);
  });

  it('names a remedy for each part that fails, and the words of the server', async () => {
    const checks = { database: 'ok', 'vector-index': 'connection refused', 'odd-part': 'broken' };
    server.on('GET /health/ready', { status: 'degraded', checks });
    await open();
    await screen.findByText('Degraded: some components are unavailable');
    const parts = within(await section('Components')).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'Database: OK',
      expect.stringMatching(/^Vector index: Failing.*Qdrant server.*The server says: connection refused$/),
      expect.stringMatching(/^odd-part: Failing.*See the server log\..*broken$/),
    ]);
  });

  it('is also shown for a server that is not ready', async () => {
    const body = { status: 'not ready', checks: { database: 'starting' } };
    server.on('GET /health/ready', new Refusal(503, body));
    server.on('GET /api/v1/health/ready', new Refusal(503, body));
    await open();
    await screen.findByText('The server is not ready');
    expect(await textOf('Components')).toContain('Database: Failing');
  });

  it('has no parts where they are reported on another port', async () => {
    server.on('GET /health/ready', new Refusal(200, '<html></html>', 'text/html'));
    await open();
    await screen.findByText('Everything works');
    expect(await textOf('Components')).toContain('GET /health/ready');
  });

  it('fails with a way to try again', async () => {
    server.on('GET /api/v1/health/ready', refused(500, 'Broken'));
    server.on('GET /health/ready', refused(500, 'Broken'));
    const person = await open();
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    server.on('GET /api/v1/health/ready', { status: 'ok' });
    server.on('GET /health/ready', { status: 'ok', checks: {} });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Everything works');
  });

  it('is readable without the rights of an administrator, except for queue, models and indexes', async () => {
    server.on(TASKS, refused(403, 'Only ROOT'));
    await open();
    await screen.findByText(/Only administrators of the deployment/);
    expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Version' })).toBeTruthy();
  });

  it('mentions no newer version when it does not know of one', async () => {
    server.on('GET /api/v1/versions', { lectern: { installed: '1.2.3', latest: null } });
    await open();
    await screen.findByText('Installed: 1.2.3');
    expect(screen.getByRole('link', { name: 'Licences of the packages in this page' })).toBeTruthy();
  });
});

describe('the queue', () => {
  it('may be empty', async () => {
    await open();
    await within(await section('Queue')).findByText('No pending work.');
  });

  it('counts work that waits or runs, and says when there is more than it counted', async () => {
    const waiting = ['waiting', 'running', 'failed'].map((state, id) => ({ ...TASK, id: `t${id}`, state }));
    server.on(TASKS, ({ query }: { query: URLSearchParams }) => ({
      tasks: query.get('state') === 'failed' ? [] : waiting,
      cursor: 'more',
    }));
    await open();
    await waitFor(async () => expect(await textOf('Queue')).toContain('2+ tasks are waiting or running.'));
  });

  it('lists given up work, which can be retried as a whole', async () => {
    server.on(TASKS, { tasks: [TASK], cursor: null });
    server.on('POST /api/v1/admin/tasks/replay', () => {
      server.on(TASKS, { tasks: [], cursor: null });
      return { replayed: 1 };
    });
    const person = await open();
    const table = await screen.findByRole('table', { name: 'Failed tasks' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toMatch(/^kb\.resource\.processThe model is gone1,200/);
    await person.click(screen.getByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('Retrying 1 task.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Failed tasks' })).toBeNull());
  });

  it('says why work cannot be retried', async () => {
    server.on(TASKS, { tasks: [TASK], cursor: null });
    server.on('POST /api/v1/admin/tasks/replay', refused(503, 'The database is away'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Retry all' }));
    const alert = await within(await section('Queue')).findByRole('alert');
    expect(alert.textContent).toContain('The database is away');
  });
});

describe('the indexes', () => {
  it('have not been verified at first', async () => {
    await open();
    await within(await section('Indexes')).findByText('The indexes have not been verified yet.');
  });

  it('are verified by a button, and show how far that is', async () => {
    const running = {
      ...noRuns,
      knowledge_boxes: { total: 2, waiting: 0, running: 1, done: 1, failed: 0 },
      resources: { total: 20_000, done: 5_000 },
      eta_s: 120,
    };
    server.on(`POST ${VERIFY}`, () => {
      server.on(`GET ${VERIFY}`, running);
      return new Refusal(202, running);
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Verification started.')).toBeTruthy();
    const bar = await screen.findByRole('progressbar', { name: '5,000 of 20,000 resources verified' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(await textOf('Indexes')).toContain('about 2 minutes left');
  });

  it('may be as they should', async () => {
    server.on(`GET ${VERIFY}`, {
      ...noRuns,
      knowledge_boxes: { ...noRuns.knowledge_boxes, total: 1_500, done: 1_500 },
      runs: [RUN],
    });
    await open();
    await screen.findByText('The last verification of 1,500 knowledge boxes found no differences.');
    expect(screen.queryByRole('table', { name: 'Indexes' })).toBeNull();
  });

  it('that differ are listed with their box, and can be rebuilt', async () => {
    const failed = { ...RUN, kb: 'fedcba98-7654', state: 'failed', error: 'No space left' };
    const runs = [RUN, { ...RUN, kb: '12345678-9999', differences: 4 }, failed];
    server.on(`GET ${VERIFY}`, { ...noRuns, knowledge_boxes: { ...noRuns.knowledge_boxes, total: 3 }, runs });
    server.on('POST /api/v1/admin/index/rebuild', () => new Refusal(202, noRuns));
    const person = await open();
    const rows = within(await screen.findByRole('table', { name: 'Indexes' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^12345678Done4.*Rebuild$/),
      expect.stringMatching(/^fedcba98FailedNo space left0.*Rebuild$/),
    ]);
    await person.click(within(rows[1] ?? document.body).getByRole('button', { name: 'Rebuild' }));
    expect(await screen.findByText('Rebuild started.')).toBeTruthy();
    expect(server.lastBody('POST /api/v1/admin/index/rebuild')).toEqual({ kb: '12345678-9999' });
  });

  it('that cannot be rebuilt say so in their row', async () => {
    const runs = [{ ...RUN, differences: 4 }];
    server.on(`GET ${VERIFY}`, { ...noRuns, knowledge_boxes: { ...noRuns.knowledge_boxes, total: 1 }, runs });
    server.on('POST /api/v1/admin/index/rebuild', refused(404, 'Knowledge Box does not exist'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Rebuild' }));
    const [, row] = within(screen.getByRole('table', { name: 'Indexes' })).getAllByRole('row');
    expect((await within(row ?? document.body).findByRole('alert')).textContent).toContain('no longer exists');
  });
});

describe('the models', () => {
  it('that are missing name the command that installs them', async () => {
    server.on('GET /api/v1/admin/models', {
      default_embedder: 'e5-small',
      reranker: 'words',
      embedders: [
        { id: 'e5-small', installed: true, knowledge_boxes: 3 },
        { id: 'e5-base', installed: false, knowledge_boxes: 1 },
        { id: 'e5-old', installed: false, knowledge_boxes: 0 },
      ],
    });
    await open();
    const rows = within(await screen.findByRole('table', { name: 'Models' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'e5-smallInstalled3',
      'e5-baseMissingKnowledge boxes need it: install it with “lectern models add e5-base”.1',
      'e5-oldMissing0',
    ]);
    expect(await textOf('Models')).toContain('New knowledge boxes use e5-small; words reranks results.');
  });

  it('are said to be loading while other parts are there', async () => {
    server.on('GET /api/v1/admin/models', () => ANSWERED);
    await open();
    await screen.findByText('Everything works');
    expect(within(await section('Models')).getByRole('status').textContent).toBe('Loading');
    expect(textsOf('status')).toContain('Everything works');
  });
});
