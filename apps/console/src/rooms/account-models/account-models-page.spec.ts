/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, type Asked, BOX, Refusal, refused } from '../../console-server.fixture';
import { choose, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const LIST = 'GET /api/v1/account/a1/default_models';
const CREATE = 'POST /api/v1/account/a1/default_models';
const ONE = '/api/v1/account/a1/default_model/c1';
const CHAT = 'POST /api/v1/kb/b1/predict/chat';
const nothing = () => new Refusal(204, undefined);

const option = (value: string, name: string, user_key: string | null) => ({
  value,
  name,
  description: `${name}.`,
  provider: user_key ?? 'local',
  user_prompt: user_key,
  user_key,
});
const key = { title: 'Key', type: 'string', widget: 'password' };
const SCHEMA = {
  generative_model: {
    default: 'local',
    options: [
      option('local', 'Built-in reader', null),
      option('gpt-5', 'GPT-5', 'openai'),
      option('mistral-small', 'Mistral Small', 'mistral'),
      option('mistral-large', 'Mistral Large', 'mistral'),
    ],
  },
  user_keys: {
    schemas: {
      openai: { title: 'OpenAI', properties: { key, org: { title: 'Organisation' } }, required: ['key'] },
      mistral: { title: 'Mistral', properties: { key }, required: ['key'] },
    },
  },
};
const OURS = {
  id: 'c1',
  default_model_id: 'gpt-5',
  description: 'Ours',
  assume_role: 0,
  kbids: ['b1'],
  nua_client_ids: [],
};
const WHOLE = { ...OURS, user_keys: { openai: { key: '********', org: 'sea' } }, user_prompts: null };

const GUIDE = { ...BOX, id: 'g1', slug: 'guide', title: 'Guide', mode: 'agent' };

/** Boxes and agents of the account. */
const serve = (boxes: readonly object[], agents: readonly object[]) =>
  server.on('GET /api/v1/account/a1/kbs', ({ query }: Asked) => (query.get('mode') === 'agents' ? agents : boxes));

beforeEach(() => {
  server.on(LIST, [OURS]);
  server.on('GET /api/v1/account/a1/schema', SCHEMA);
  server.on(`GET ${ONE}`, WHOLE);
  serve([BOX, { ...BOX, id: 'b2', slug: 'winds', title: 'Winds' }], [GUIDE]);
});

const open = () => openPage(server, '/models');
const button = (name: string) => screen.findByRole('button', { name });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('models of an account', () => {
  it('are listed with their providers, for whom they are, and how programs name them', async () => {
    await open();
    const card = await region('Ours');
    expect(await card.findByText('OpenAI · GPT-5')).toBeTruthy();
    expect(await card.findByText('Only for: Tides')).toBeTruthy();
    expect(card.getByText('gpt-5/c1')).toBeTruthy();
    expect(server.unknown).toEqual([]);
  });

  it('are added with keys of the chosen provider, for all boxes or for some', async () => {
    server.on(CREATE, { id: 'c2' });
    const person = await open();
    await person.click(await button('Add a model'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a model' }));
    const provider = await dialog.findByRole('combobox', { name: 'Provider' });
    const offered = within(provider).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['OpenAI', 'Mistral']);
    await person.selectOptions(provider, 'mistral');
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Model' }), 'mistral-large');
    await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Large one');
    await person.type(dialog.getByLabelText(/^Key/), 'sk-new');
    await person.click(dialog.getByRole('checkbox', { name: 'All knowledge boxes and agents may use it' }));
    await person.click(dialog.getByRole('button', { name: 'Add the model' }));
    expect(dialog.getByText('Choose at least one.')).toBeTruthy();
    await choose(person, dialog.getByRole('combobox', { name: /^Knowledge boxes and agents that may/ }), 'Winds');
    await choose(person, dialog.getByRole('combobox', { name: /^Knowledge boxes and agents that may/ }), 'Guide');
    await person.click(dialog.getByRole('button', { name: 'Add the model' }));
    expect(await screen.findByText('Model added. Test it now.')).toBeTruthy();
    expect(server.lastBody(CREATE)).toEqual({
      default_model_id: 'mistral-large',
      description: 'Large one',
      user_keys: { mistral: { key: 'sk-new' } },
      kbids: ['b2', 'g1'],
    });
    await waitFor(() => expect(server.sent(LIST).length).toBeGreaterThan(1));
  });

  it('keep what was typed when the server refuses them', async () => {
    server.on(CREATE, refused(422, [{ loc: ['body', 'user_keys'], msg: 'gpt-5 needs user_keys.openai', type: 'x' }]));
    const person = await open();
    await person.click(await button('Add a model'));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(await dialog.findByLabelText(/^Key/), 'sk-wrong');
    await person.click(dialog.getByRole('button', { name: 'Add the model' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('gpt-5 needs user_keys.openai');
    expect(dialog.getByLabelText(/^Key/)).toHaveProperty('value', 'sk-wrong');
    expect(server.lastBody(CREATE)).toMatchObject({ description: null, kbids: [] });
  });

  it('are changed without their secrets, which stay', async () => {
    server.on(`PATCH ${ONE}`, WHOLE);
    const person = await open();
    await person.click(await button('Change Ours'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Ours' }));
    expect(await dialog.findByLabelText(/^Key/)).toHaveProperty('value', '');
    await person.clear(dialog.getByLabelText('Organization'));
    await person.click(dialog.getByRole('checkbox', { name: 'All knowledge boxes and agents may use it' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(server.lastBody(`PATCH ${ONE}`)).toEqual({
      description: 'Ours',
      user_keys: { openai: { key: '********' } },
      kbids: [],
    });
  });

  it('are tested in a box that may use them, and say what went wrong', async () => {
    server.on(CHAT, refused(512, { message: 'Incorrect API key provided' }));
    const person = await open();
    await person.click(await button('Test Ours'));
    expect((await screen.findByRole('alert')).textContent).toContain('Incorrect API key provided');
    expect(server.lastBody(CHAT)).toMatchObject({ generative_model: 'gpt-5/c1' });
    expect(screen.queryByRole('combobox', { name: 'Knowledge box or agent for the test' })).toBeNull();
  });

  it('can be tested in one of several boxes, and in none where nobody can read one', async () => {
    server.on(LIST, [{ ...OURS, kbids: [] }]);
    const person = await open();
    await person.selectOptions(
      await screen.findByRole('combobox', { name: 'Knowledge box or agent for the test' }),
      'b2',
    );
    server.on('POST /api/v1/kb/b2/predict/chat', refused(422, 'No'));
    await person.click(await button('Test Ours'));
    await screen.findByRole('alert');
    serve([], []);
    await open();
    await screen.findByText(/^A test needs a knowledge box or an agent/);
    expect(screen.queryByRole('button', { name: 'Test Ours' })).toBeNull();
  });

  it('are deleted once their name is typed', async () => {
    server.on(`DELETE ${ONE}`, nothing);
    const person = await open();
    await person.click(await button('Delete Ours'));
    server.on(LIST, []);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the model' }));
    await person.type(dialog.getByRole('textbox'), 'Ours{Enter}');
    await screen.findByText('Model deleted.');
    expect(await screen.findByRole('heading', { name: 'No models yet' })).toBeTruthy();
  });

  it('are only shown to people who do not own the account', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await region('Ours');
    for (const name of [/^Add/, /^Change/, /^Delete/, /^Test/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
