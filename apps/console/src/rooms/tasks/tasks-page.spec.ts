/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, BOX, BOX_PATH, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const TASKS = 'GET /api/v1/kb/b1/tasks';
const kind = (name: string) => ({ name, data_augmentation: true, description: '', can_cleanup: true });
const progress = {
  resources_done: 3,
  resources_total: 12,
  seconds_worked: 6,
  resources_per_second: 0.5,
  seconds_left: 18,
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
};
const task = {
  task: kind('labeler'),
  id: 't1',
  timestamp: '2026-01-01T12:00:00',
  scheduled: true,
  completed: false,
  stopped: false,
  completed_at: null,
  stopped_at: null,
  failed: false,
  parameters: { name: 'topics' },
  log: null,
  cleanup_parent_task_id: null,
  progress,
  report: null,
};
const done = { ...task, id: 't2', completed: true, completed_at: '2026-01-01T13:00:00', report: { labels: 4 } };
const config = { ...task, id: 't3', enabled: true };
const none = { tasks: [kind('labeler')], running: [], configs: [], done: [] };

beforeEach(() => {
  server.on(`GET ${BOX_PATH}`, { ...BOX, role_on_kb: 'SOWNER' });
  server.on(TASKS, { ...none, running: [task], configs: [config], done: [done] });
  server.on('GET /api/v1/kb/b1/assets', { assets: [] });
  server.on('POST /api/v1/kb/b1/task/t1/stop', { name: 'labeler', status: 'not_running', id: 't1' });
  server.on('POST /api/v1/kb/b1/task/t3/enable', null);
  server.on('DELETE /api/v1/kb/b1/task/t2', null);
  server.on('POST /api/v1/kb/b1/task/start', { name: 'labeler', status: 'not_running', id: 't4' });
});

const open = () => openPage(server, '/boxes/b1/tasks');
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('tasks of a box', () => {
  it('say what they do, how far they are, and how long it takes', async () => {
    await open();
    const running = await region('Running');
    expect(running.getByRole('listitem').textContent).toMatch(
      /^Label resourcestopicsWorking3 of 12 resources · 30 a minute · 18 seconds left/,
    );
    expect(running.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('25');
    expect((await region('Finished')).getByText(/"labels": 4/)).toBeTruthy();
    expect(server.unknown).toEqual([]);
  });

  it('are stopped, switched off and deleted with what they wrote', async () => {
    const person = await open();
    await person.click((await region('Running')).getByRole('button', { name: 'Stop topics' }));
    await waitFor(() => expect(server.sent('POST /api/v1/kb/b1/task/t1/stop')).toHaveLength(1));
    await person.click((await region('For new resources')).getByRole('switch', { name: 'On for new resources' }));
    await waitFor(() => expect(server.lastBody('POST /api/v1/kb/b1/task/t3/enable')).toEqual({ enabled: false }));
    await person.click((await region('Finished')).getByRole('button', { name: 'Delete topics' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete topics' }));
    await person.click(dialog.getByRole('checkbox', { name: 'Remove its results, too' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sent('DELETE /api/v1/kb/b1/task/t2')[0]?.query.get('cleanup')).toBe('true'));
  });

  it('are started by what they do, and say what their form lacks', async () => {
    server.on(TASKS, none);
    const person = await open();
    const [start] = await screen.findAllByRole('button', { name: 'Start a task' });
    await person.click(start ?? document.body);
    const choice = within(await screen.findByRole('dialog', { name: 'Start a task' }));
    await person.click(choice.getByRole('button', { name: /^Label resources/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Label resources' }));
    await person.click(dialog.getByRole('button', { name: 'Start' }));
    expect(dialog.getAllByText('Fill this in.')).toHaveLength(2);
    await person.type(dialog.getByRole('textbox', { name: /^Label set/ }), 'topic');
    await person.type(dialog.getByRole('textbox', { name: /^Labels/ }), 'nature: Trees');
    await person.click(dialog.getByRole('radio', { name: 'Existing resources, once' }));
    await person.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.lastBody('POST /api/v1/kb/b1/task/start')).toMatchObject({
      name: 'labeler',
      apply: 'EXISTING',
      parameters: { operations: [{ label: { ident: 'topic' } }] },
    });
  });

  it('say why the server refused them', async () => {
    server.on(TASKS, none);
    server.on('POST /api/v1/kb/b1/task/start', refused(422, 'The built-in reader follows no prompts'));
    const person = await open();
    const [start] = await screen.findAllByRole('button', { name: 'Start a task' });
    await person.click(start ?? document.body);
    const choice = within(await screen.findByRole('dialog', { name: 'Start a task' }));
    await person.click(choice.getByRole('button', { name: /^Find harmful texts/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Find harmful texts' }));
    await person.click(dialog.getByRole('button', { name: 'Start' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The built-in reader follows no prompts');
  });

  it('leave reports, which are read on the page', async () => {
    const asset = { id: 'r1', task_id: 't2', task_name: 'labeler', kbid: 'b1', created_at: '2026-01-01T13:00:00' };
    server.on('GET /api/v1/kb/b1/assets', { assets: [{ ...asset, content_type: 'text/markdown' }] });
    server.on('GET /api/v1/kb/b1/assets/r1', { url: '/api/v1/kb/b1/assets/r1/file?expires=1&signature=s' });
    server.on('GET /api/v1/kb/b1/assets/r1/file', '# Four labels');
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Read' }));
    await screen.findByText(/Four labels/);
  });

  it('are only looked at by readers', async () => {
    server.on(`GET ${BOX_PATH}`, { ...BOX, role_on_kb: 'SMEMBER' });
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await region('Running');
    expect(screen.queryByRole('button', { name: 'Start a task' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop topics' })).toBeNull();
  });
});
