/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { ServerResponse } from 'node:http';
import { ANSWERED, type Asked, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const BOX = '/api/v1/kb/b1';
const CONFIGURATION = `${BOX}/configuration`;
const CHAT = `POST ${BOX}/predict/chat`;
const TASKS = `GET ${BOX}/tasks`;
const nothing = () => new Refusal(204, undefined);

const embedder = (size: number, external = false) => ({ size, threshold: 0.5, max_tokens: 512, external });
const RECORD = {
  semantic_model: 'bge',
  semantic_model_configs: { bge: embedder(384), e5: embedder(768) },
  generative_model: 'local',
  summary_model: 'local',
  summary: 'simple',
  summary_prompt: null,
  user_keys: null,
  user_prompts: null,
  prefer_markdown_generative_response: false,
};
const option = (value: string, name: string, provider: string, member: string | null) => ({
  value,
  name,
  description: `${name}.`,
  provider,
  user_prompt: member,
  user_key: member,
});
const SCHEMA = {
  generative_model: {
    default: 'local',
    options: [option('local', 'Built-in reader', 'local', null), option('gpt-4o', 'GPT-4o', 'openai', 'openai')],
  },
  semantic_models: { options: ['bge', 'e5'].map((value) => ({ value, name: value })) },
  default_semantic_model: { default: 'e5' },
  user_keys: {
    schemas: {
      openai: {
        title: 'OpenAI',
        properties: { key: { title: 'Key', type: 'string', widget: 'password' }, org: { title: 'Organisation' } },
        required: ['key'],
      },
      mistral: { title: 'Mistral', properties: { key: { type: 'string', widget: 'password' } }, required: ['key'] },
    },
  },
};
const model = (title: string, place: string, features: object) => ({
  name: title,
  title,
  config: { input_tokens: { max: 33_000 } },
  features,
  metadata: { data_residency_status: place, prices: place === 'guaranteed' ? null : { input: 2.5, output: 10 } },
});
const PROVIDERS = {
  local: { title: 'Built-in reader', models: { local: model('Built-in reader', 'guaranteed', {}) } },
  openai: { title: 'OpenAI', models: { 'gpt-4o': { ...model('GPT-4o', 'unknown', { vision: {} }), name: 'gpt-4o' } } },
};
const task = (more: object = {}) => ({
  id: 't1',
  task: { name: 'semantic-model-migrator' },
  timestamp: '2026-01-01T00:00:00',
  parameters: { semantic_model_id: 'e5' },
  cleanup_parent_task_id: null,
  completed: false,
  stopped: false,
  failed: false,
  log: null,
  report: { from: 'bge', to: 'e5', switched_at: null },
  progress: { resources_done: 30, resources_total: 120, resources_per_second: 3, seconds_left: 30 },
  ...more,
});
const tasks = (running: readonly object[], done: readonly object[] = []) => ({ tasks: [], configs: [], running, done });

beforeEach(() => {
  server.on(`GET ${CONFIGURATION}`, RECORD);
  server.on(`GET ${BOX}/schema`, SCHEMA);
  server.on(`GET ${BOX}/generative_providers`, { providers: PROVIDERS });
  server.on(`GET ${BOX}/vectorsets`, { vectorsets: [{ id: 'bge' }] });
  server.on('GET /api/v1/admin/models', { reranker: 'minilm', embedders: [], default_embedder: 'e5' });
  server.on(TASKS, tasks([]));
  server.on(`PATCH ${CONFIGURATION}`, nothing);
});

const open = () => openPage(server, '/boxes/b1/models');
const button = (name: string) => screen.findByRole('button', { name });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** The lines of an answer that succeeded, or not. */
const ends = (code: string, details: string | null) => (_: Asked, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.end(`${JSON.stringify({ chunk: { type: 'status', code, details } })}\n`);
  return ANSWERED;
};

describe('the models of a box', () => {
  it('are shown with what they do, can and where texts go', async () => {
    await open();
    const work = await region('Models at work');
    await work.findByText('Reads up to 33,000 tokens');
    expect(work.getByText('Texts stay in this deployment.')).toBeTruthy();
    expect(
      work.getByText(
        'Texts stay in this deployment · 384 dimensions · reads 512 tokens of a passage · similar from 0.5',
      ),
    ).toBeTruthy();
    expect(await work.findByText('minilm')).toBeTruthy();
    expect(server.unknown).toEqual([]);
  });

  it('have a reranker without a name for those who do not run the deployment', async () => {
    server.on('GET /api/v1/admin/models', refused(403, 'No'));
    await open();
    expect(await (await region('Models at work')).findByText('Reranker of this deployment')).toBeTruthy();
  });

  it('are chosen with their prompts', async () => {
    const person = await open();
    const choice = await screen.findByRole('combobox', { name: 'Model that answers' });
    expect(screen.getByText(/follows no prompts/)).toBeTruthy();
    await person.selectOptions(choice, 'gpt-4o');
    await person.type(await screen.findByRole('textbox', { name: 'Role and rules' }), 'Be brief');
    expect((await screen.findAllByText('Questions and passages are sent to OpenAI.')).length).toBe(1);
    await person.click(await button('Save'));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(server.lastBody(`PATCH ${CONFIGURATION}`)).toMatchObject({
      generative_model: 'gpt-4o',
      user_prompts: { openai: { system: 'Be brief' } },
      summary_model: null,
    });
  });

  it('are tested before they are chosen, and say what went wrong', async () => {
    server.on(CHAT, ends('0', null));
    const person = await open();
    await person.click(await button('Test Built-in reader'));
    expect((await screen.findByText(/It answered in/)).textContent).toMatch(/ s$/);
    expect(server.lastBody(CHAT)).toMatchObject({ generative_model: 'local', max_tokens: 16 });
    server.on(CHAT, refused(422, 'The key of OpenAI is not accepted'));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Model that answers' }), 'gpt-4o');
    expect(screen.queryByText(/It answered in/)).toBeNull();
    await person.click(await button('Test GPT-4o'));
    expect((await screen.findByRole('alert')).textContent).toContain('The key of OpenAI is not accepted');
    server.on(CHAT, ends('-1', 'The provider is overloaded'));
    await person.click(await button('Test GPT-4o'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The provider is overloaded'));
  });
});

describe('keys of providers', () => {
  const stored = { ...RECORD, user_keys: { openai: { key: '********', org: 'sea' } } };

  it('are stored beside others, whose secrets the page never had', async () => {
    server.on(`GET ${CONFIGURATION}`, stored);
    const person = await open();
    await person.click(await button('Add a key'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a key' }));
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Provider' }), 'mistral');
    await person.type(dialog.getByLabelText(/^Key/), 'sk-new');
    await person.click(dialog.getByRole('button', { name: 'Save the key' }));
    expect(await screen.findByText('Key stored. Test it now.')).toBeTruthy();
    expect(server.lastBody(`PATCH ${CONFIGURATION}`)).toEqual({
      user_keys: { openai: { key: '********', org: 'sea' }, mistral: { key: 'sk-new' } },
    });
  });

  it('are tested with a model of theirs, changed and removed', async () => {
    server.on(`GET ${CONFIGURATION}`, stored);
    server.on(CHAT, refused(512, { message: 'Incorrect API key provided' }));
    const person = await open();
    const card = await region('OpenAI');
    await person.click(await card.findByRole('button', { name: 'Test' }));
    expect((await card.findByRole('alert')).textContent).toContain('Incorrect API key provided');
    await person.click(card.getByRole('button', { name: 'Change the key of OpenAI' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change the key of OpenAI' }));
    expect(form.getByLabelText(/^Key/)).toHaveProperty('value', '');
    await person.clear(form.getByLabelText('Organization'));
    await person.click(form.getByRole('button', { name: 'Save the key' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${CONFIGURATION}`)).toEqual({ user_keys: { openai: { key: '********' } } }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(await button('Remove the key of OpenAI'));
    const removal = within(await screen.findByRole('dialog'));
    server.on(`GET ${CONFIGURATION}`, RECORD);
    await person.type(removal.getByRole('textbox'), 'OpenAI{Enter}');
    expect(await screen.findByText('Key removed.')).toBeTruthy();
    expect(await screen.findByText(/^No keys are stored/)).toBeTruthy();
    expect(server.lastBody(`PATCH ${CONFIGURATION}`)).toEqual({ user_keys: null });
  });
});

describe('the move to another embedding model', () => {
  const START = `POST ${BOX}/task/start`;

  /** The tasks of the box after a request. */
  const becomes = (route: string, running: readonly object[], done: readonly object[] = []) =>
    server.on(route, () => {
      server.on(TASKS, tasks(running, done));
      return {};
    });

  it('is offered where new boxes begin with another one', async () => {
    becomes(START, [task()]);
    const person = await open();
    const move = await region('Move to another model');
    expect((await move.findByRole('note')).textContent).toContain('begin with e5. This one uses bge.');
    await person.click(await button('Start the move'));
    expect(await move.findByText('30 of 120 documents · 3 per second · 30 seconds left')).toBeTruthy();
    expect(move.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(server.lastBody(START)).toEqual({
      name: 'semantic-model-migrator',
      apply: 'EXISTING',
      parameters: { semantic_model_id: 'e5' },
    });
    expect(screen.queryByRole('button', { name: 'Start the move' })).toBeNull();
  });

  it('is stopped and continued', async () => {
    server.on(TASKS, tasks([task()]));
    becomes(`POST ${BOX}/task/t1/stop`, [], [task({ stopped: true })]);
    becomes(`POST ${BOX}/task/t1/restart`, [task()]);
    const person = await open();
    const move = await region('Move to another model');
    await move.findByText(/Searches still use bge/);
    await person.click(move.getByRole('button', { name: 'Stop' }));
    await move.findByText(/is stopped/);
    const resume = move.getByRole('button', { name: 'Continue' });
    await waitFor(() => expect(resume.getAttribute('aria-busy')).toBe('false'));
    await person.click(resume);
    await move.findByText(/Searches still use bge/);
    expect(server.sent(`POST ${BOX}/task/t1/restart`)).toHaveLength(1);
  });

  it('is compared when it is done, and undone after a question', async () => {
    const report = { from: 'bge', to: 'e5', switched_at: '2026-01-01T00:01:00' };
    server.on(TASKS, tasks([], [task({ completed: true, report })]));
    server.on(`GET ${BOX}/vectorsets`, { vectorsets: [{ id: 'e5' }, { id: 'bge' }] });
    server.on(`POST ${BOX}/task/t1/cleanup`, {});
    const paragraph = (id: string, text: string) => ({ [id]: { id, text } });
    server.on(`POST ${BOX}/find`, ({ body }: Asked) => {
      const isNew = (body as { readonly vectorset?: string }).vectorset === 'e5';
      const ids = isNew ? ['p2', 'p1'] : ['p1', 'p2'];
      const paragraphs = { ...paragraph('p1', 'The moon pulls'), ...paragraph('p2', 'The sea follows') };
      return { best_matches: ids, resources: { r1: { title: 'Tides', fields: { '/t/t': { paragraphs } } } } };
    });
    const person = await open();
    const move = await region('Move to another model');
    await person.click(await move.findByRole('button', { name: 'Compare before and after' }));
    await person.type(await move.findByRole('searchbox', { name: 'Try a question' }), 'moon');
    expect(await move.findByText('1 moved up · 1 moved down')).toBeTruthy();
    const after = within(move.getByRole('region', { name: 'e5' }));
    expect(after.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1. Tidesup 1 placeThe sea follows',
      '2. Tidesdown 1 placeThe moon pulls',
    ]);
    await person.click(move.getByRole('button', { name: 'Undo the move' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the move' }));
    expect(dialog.getByText(/use bge again, and the vectors of e5 are deleted/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Undo the move' }));
    await waitFor(() => expect(server.sent(`POST ${BOX}/task/t1/cleanup`)).toHaveLength(1));
  });
});

it('models are added beside others, and deleted by their names', async () => {
  server.on(`POST ${BOX}/vectorsets/e5`, { id: 'e5' });
  server.on(`DELETE ${BOX}/vectorsets/e5`, nothing);
  const person = await open();
  expect(await screen.findByRole('region', { name: 'bge' })).toBeTruthy();
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Add a model beside the others' }), 'e5');
  server.on(`GET ${BOX}/vectorsets`, { vectorsets: [{ id: 'bge' }, { id: 'e5', waiting: 3 }] });
  await person.click(await button('Add'));
  const card = await region('e5');
  expect(await card.findByText('3 documents have no vectors yet')).toBeTruthy();
  await person.click(card.getByRole('button', { name: 'Delete the vectors of e5' }));
  server.on(`GET ${BOX}/vectorsets`, { vectorsets: [{ id: 'bge' }] });
  await person.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'e5{Enter}');
  expect(await screen.findByText('Vectors deleted.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'e5' })).toBeNull());
});
