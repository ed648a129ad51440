/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { type Asked, Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const BOX = '/api/v1/kb/b1';
const CONFIGURATIONS = `${BOX}/search_configurations`;
const nothing = () => new Refusal(204, undefined);
const FACETS = { facets: { '/classification.labels/water/spring': 4 } };

const open = (tab?: string) => openPage(server, `/boxes/b1/search-settings${tab === undefined ? '' : `?tab=${tab}`}`);
const button = (name: string) => screen.findByRole('button', { name });
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** A find that returns these passages. */
const finds = (...ids: readonly string[]) => ({
  best_matches: ids,
  resources: {
    r1: {
      title: 'Tides',
      fields: { '/t/t': { paragraphs: Object.fromEntries(ids.map((id) => [id, { id, text: id }])) } },
    },
  },
});

beforeEach(() => {
  server.on(`GET ${CONFIGURATIONS}`, {});
  server.on(`GET ${BOX}/vectorsets`, { vectorsets: [{ id: 'bge' }] });
  server.on(`GET ${BOX}/labelsets`, { labelsets: {} });
  server.on(`POST ${BOX}/catalog/facets`, FACETS);
  server.on(`GET ${BOX}/custom-synonyms`, { synonyms: {} });
  server.on(`GET ${BOX}/entitiesgroups`, { groups: {} });
  server.on(`GET ${BOX}/tasks`, { tasks: [], configs: [], running: [], done: [] });
  server.on(`GET ${BOX}/kv-schemas`, { schemas: {} });
});

describe('search configurations', () => {
  const STORED = { few: { kind: 'find', config: { top_k: 3, rank_fusion: { name: 'rrf', k: 10 } } } };

  it('are made beside a live search that shows what they change', async () => {
    server.on(`POST ${BOX}/find`, ({ body }: Asked) =>
      finds(...((body as { readonly features?: unknown }).features ? ['tides', 'ebb'] : ['moon', 'tides'])),
    );
    server.on(`POST ${CONFIGURATIONS}/words`, () => new Refusal(201, null));
    const person = await open();
    await person.click(await button('New configuration'));
    await person.type(await screen.findByRole('textbox', { name: /^Name/ }), 'words');
    await person.type(screen.getByRole('searchbox', { name: 'Try a question' }), 'sea');
    expect(await screen.findByText('Both find the same, in the same order.')).toBeTruthy();
    await person.click(screen.getByRole('checkbox', { name: 'By meaning' }));
    expect(await screen.findByText('1 moved up · 1 new · 1 no longer there')).toBeTruthy();
    const before = within(screen.getByRole('region', { name: 'Without a configuration' }));
    expect(before.getByText('not on the other side')).toBeTruthy();
    await person.click(await button('Save'));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(server.lastBody(`POST ${CONFIGURATIONS}/words`)).toEqual({
      kind: 'find',
      config: { features: ['keyword'] },
    });
    expect(server.unknown).toEqual([]);
  });

  it('keep what the form does not show, and are compared with how they are stored', async () => {
    server.on(`GET ${CONFIGURATIONS}`, STORED);
    server.on(`PATCH ${CONFIGURATIONS}/few`, nothing);
    const person = await open();
    await person.click(await button('Edit few'));
    expect(await screen.findByText('It also sets rank_fusion, which stay as they are.')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Compare with' })).toHaveProperty('value', 'few');
    const most = screen.getByRole('textbox', { name: 'Most results' });
    await person.clear(most);
    await person.type(most, '5');
    await person.click(await button('Save'));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${CONFIGURATIONS}/few`)).toEqual({
        kind: 'find',
        config: { top_k: 5, rank_fusion: { name: 'rrf', k: 10 } },
      }),
    );
  });

  it('are refused in the words of the server, and deleted by their names', async () => {
    server.on(`GET ${CONFIGURATIONS}`, STORED);
    server.on(`PATCH ${CONFIGURATIONS}/few`, refused(422, 'config.top_k: too many'));
    server.on(`DELETE ${CONFIGURATIONS}/few`, nothing);
    const person = await open();
    await person.click(await button('Edit few'));
    await person.click(await button('Save'));
    expect((await screen.findByRole('alert')).textContent).toContain('config.top_k: too many');
    await person.click(await button('Cancel'));
    await person.click(await button('Delete few'));
    const dialog = await dialogNamed('Delete few');
    server.on(`GET ${CONFIGURATIONS}`, {});
    await person.type(dialog.getByRole('textbox'), 'few{Enter}');
    expect(await screen.findByText('Deleted.')).toBeTruthy();
    expect(await screen.findByText('No search configurations yet')).toBeTruthy();
  });
});

describe('label sets', () => {
  const label = (title: string) => ({ title, text: null, related: null, uri: null });
  const water = {
    title: 'Water',
    color: 'teal',
    multiple: false,
    kind: ['RESOURCES'],
    labels: [label('spring'), label('neap')],
  };

  it('are made with their labels', async () => {
    server.on(`POST ${BOX}/labelset/high-water`, null);
    const person = await open('labels');
    await person.click(await button('New label set'));
    const dialog = await dialogNamed('New label set');
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'High water');
    await person.type(dialog.getByRole('textbox', { name: /^Labels/ }), 'spring\nneap\nspring');
    await person.click(dialog.getByRole('switch', { name: 'A document can have several of them' }));
    await person.click(dialog.getByRole('checkbox', { name: 'Passages' }));
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Color' }), 'red');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`POST ${BOX}/labelset/high-water`)).toEqual({
        title: 'High water',
        color: 'red',
        multiple: false,
        kind: ['RESOURCES', 'PARAGRAPHS'],
        labels: [{ title: 'spring' }, { title: 'neap' }],
      }),
    );
  });

  it('show how many documents have a label, and say which keep one that is removed', async () => {
    server.on(`GET ${BOX}/labelsets`, { labelsets: { water } });
    server.on(`DELETE ${BOX}/labelset/water`, null);
    const person = await open('labels');
    const card = within(await screen.findByRole('region', { name: 'Water' }));
    expect(await card.findByText('One at a time · Documents')).toBeTruthy();
    expect((await card.findByText(/· 4/)).textContent).toBe('spring · 4');
    await person.click(card.getByRole('button', { name: 'Edit Water' }));
    const dialog = await dialogNamed('Edit Water');
    await person.clear(dialog.getByRole('textbox', { name: /^Labels/ }));
    expect(dialog.getByText(/keep them: spring, neap/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await person.click(await button('Delete Water'));
    await person.type((await dialogNamed('Delete Water')).getByRole('textbox'), 'Water{Enter}');
    expect(await screen.findByText('Deleted.')).toBeTruthy();
  });

  it('that cannot be deleted say why, and the next one does not', async () => {
    server.on(`GET ${BOX}/labelsets`, { labelsets: { water, air: { ...water, title: 'Air' } } });
    server.on(`DELETE ${BOX}/labelset/water`, refused(422, 'It is in use'));
    const person = await open('labels');
    await person.click(await button('Delete Water'));
    const dialog = await dialogNamed('Delete Water');
    await person.type(dialog.getByRole('textbox'), 'Water{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('It is in use');
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await person.click(await button('Delete Air'));
    expect((await dialogNamed('Delete Air')).queryByRole('alert')).toBeNull();
  });
});

it('synonyms are added, changed and removed', async () => {
  const PUT = `PUT ${BOX}/custom-synonyms`;
  server.on(`GET ${BOX}/custom-synonyms`, { synonyms: { tide: ['high water'] } });
  server.on(PUT, nothing);
  const person = await open('synonyms');
  await person.type(await screen.findByRole('textbox', { name: 'Word' }), 'boat');
  await person.type(screen.getByRole('textbox', { name: /^Synonyms/ }), 'ship, vessel, ship{Enter}');
  await waitFor(() =>
    expect(server.lastBody(PUT)).toEqual({ synonyms: { tide: ['high water'], boat: ['ship', 'vessel'] } }),
  );
  await person.click(await button('Edit tide'));
  expect(await button('Replace')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Synonyms/ })).toHaveProperty('value', 'high water');
  await person.click(await button('Delete tide'));
  await waitFor(() => expect(server.lastBody(PUT)).toEqual({ synonyms: {} }));
});

describe('names', () => {
  it('are listed by type, filtered, and lead to a search', async () => {
    server.on(`GET ${BOX}/entitiesgroups`, { groups: { PERSON: {}, PLACE: {} } });
    server.on(`GET ${BOX}/entitiesgroup/PERSON`, {
      entities: { 'Ada "Lovelace"': { represents: [] }, Bo: { represents: [] } },
    });
    const person = await open('entities');
    await screen.findByText('2 of 2 shown');
    await person.type(screen.getByRole('searchbox', { name: 'Filter' }), 'ada');
    await screen.findByText('1 of 1 shown');
    await person.click(screen.getByRole('link', { name: 'Ada "Lovelace"' }));
    await waitFor(() => expect(address()).toMatch(/^\/boxes\/b1\/search\?q=/));
  });

  it('get another one, and stop to replace others', async () => {
    const START = `POST ${BOX}/task/start`;
    server.on(`GET ${BOX}/entitiesgroups`, { groups: { PERSON: {} } });
    server.on(`GET ${BOX}/entitiesgroup/PERSON`, {
      entities: { Ada: { represents: ['ADA'] }, Bo: { represents: [] } },
    });
    server.on(START, { id: 'r1', name: 'llm-align', status: 'running' });
    const renames = (...all: readonly object[]) => ({
      name: 'llm-align',
      apply: 'EXISTING',
      parameters: { name: 'align', on: 1, operations: [{ align: { renames: all } }] },
    });
    const person = await open('entities');
    await person.click(await button('Rename Ada'));
    const dialog = await dialogNamed('Rename Ada');
    const name = dialog.getByRole('textbox', { name: /^New name/ });
    await person.clear(name);
    await person.type(name, 'Bo');
    expect(dialog.getByText(/the two are merged/)).toBeTruthy();
    await person.type(name, 'b{Enter}');
    await waitFor(() => expect(server.lastBody(START)).toEqual(renames({ group: 'PERSON', from: 'Ada', to: 'Bob' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const task = { id: 'r1', task: { name: 'llm-align' }, timestamp: '2026-01-01T00:00:00', log: 'no', failed: true };
    const { parameters } = renames({ group: 'PERSON', from: 'Ada', to: 'Bob' });
    server.on(`GET ${BOX}/tasks`, { running: [], done: [{ ...task, parameters }] });
    await person.click(await button('Rename Ada'));
    await person.click((await dialogNamed('Rename Ada')).getByRole('button', { name: 'Stop replacing ADA' }));
    await waitFor(() => expect(server.lastBody(START)).toEqual(renames({ group: 'PERSON', from: 'ADA', to: null })));
    expect((await screen.findByText(/Could not be renamed everywhere/)).textContent).toContain('Ada → Bob');
  });

  it('that mean the same are proposed and merged', async () => {
    const START = `POST ${BOX}/task/start`;
    const merge = (keep: string, other: string) => ({
      kind: 'entity',
      group: 'PERSON',
      keep: { name: keep },
      merge: [{ name: other }],
    });
    const task = {
      id: 'p1',
      task: { name: 'llm-align' },
      timestamp: '2026-01-01T00:00:00',
      parameters: { operations: [{}] },
      completed: true,
      log: null,
      report: { merges: [merge('Ada Lovelace', 'ADA LOVELACE'), merge('Bo', 'Boo')] },
    };
    server.on(START, { id: 'p1', name: 'llm-align', status: 'running' });
    const person = await open('entities');
    await screen.findByText('No names yet');
    server.on(`GET ${BOX}/tasks`, { running: [], done: [task] });
    await person.click(await button('Find them'));
    expect(await screen.findByText('2 merges are proposed.')).toBeTruthy();
    await person.click(screen.getByRole('checkbox', { name: 'PERSON Boo → Bo' }));
    await person.click(await button('Merge 1'));
    await waitFor(() =>
      expect(server.lastBody(START)).toMatchObject({
        name: 'llm-align',
        parameters: { operations: [{ align: { apply: 'p1', merges: [0] } }] },
      }),
    );
  });
});

describe('key-value schemas', () => {
  const field = { key: 'price', type: 'float', description: '', required: true, range: false, repeated: false };

  it('are made of keys with their types', async () => {
    server.on(`POST ${BOX}/kv-schemas`, {});
    const person = await open('schemas');
    await person.click(await button('New schema'));
    const dialog = await dialogNamed('New schema');
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'ships');
    const first = within(dialog.getByRole('group', { name: 'Key 1' }));
    await person.type(first.getByRole('textbox', { name: /^Key/ }), 'built');
    await person.selectOptions(first.getByRole('combobox', { name: 'Type' }), 'date');
    await person.click(first.getByRole('checkbox', { name: 'ranges' }));
    await person.click(dialog.getByRole('button', { name: 'Add a key' }));
    await person.click(within(dialog.getByRole('group', { name: 'Key 2' })).getByRole('button', { name: 'Remove' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`POST ${BOX}/kv-schemas`)).toEqual({
        id: 'ships',
        description: '',
        fields: [{ key: 'built', type: 'date', description: '', required: false, range: true, repeated: false }],
      }),
    );
  });

  it('are changed and deleted', async () => {
    server.on(`GET ${BOX}/kv-schemas`, { schemas: { ships: { id: 'ships', description: 'Boats', fields: [field] } } });
    server.on(`PUT ${BOX}/kv-schemas/ships`, {});
    server.on(`DELETE ${BOX}/kv-schemas/ships`, nothing);
    const person = await open('schemas');
    expect((await screen.findByRole('table', { name: 'ships' })).textContent).toContain('priceNumberrequired');
    await person.click(await button('Edit ships'));
    const dialog = await dialogNamed('Edit ships');
    await person.click(dialog.getByRole('checkbox', { name: 'required' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`PUT ${BOX}/kv-schemas/ships`)).toEqual({
        description: 'Boats',
        fields: [{ ...field, required: false }],
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(await button('Delete ships'));
    await person.type((await dialogNamed('Delete ships')).getByRole('textbox'), 'ships{Enter}');
    expect(await screen.findByText('Deleted.')).toBeTruthy();
  });
});

it('the search settings have names in Spanish', async () => {
  await openPage(server, '/boxes/b1/search-settings', { kept: { 'lectern.language': 'es' } });
  await screen.findByRole('heading', { level: 1, name: 'Ajustes de búsqueda' });
  expect(await screen.findByRole('tab', { name: 'Sinónimos' })).toBeTruthy();
});
