/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const NODES = 'POST /api/v1/kb/b1/graph/nodes';
const PATHS = 'POST /api/v1/kb/b1/graph';
const ada = { type: 'entity', group: 'PERSON', value: 'Ada Lovelace' };
const mary = { type: 'entity', group: 'PERSON', value: 'Mary Somerville' };
const letter = { type: 'resource', group: '', value: 'r1' };
const metadata = { field_id: 'r1/t/body', paragraph_id: 'r1/t/body/0-20' };
const mentions = { source: letter, relation: { type: 'ENTITY', label: '' }, destination: ada, metadata, score: 1 };
const taught = { source: mary, relation: { type: 'OTHER', label: 'taught' }, destination: ada, metadata, score: 1 };

beforeEach(() => {
  server.on(NODES, { nodes: [{ ...ada, score: 1 }] });
  server.on(PATHS, ({ body }: { readonly body: unknown }) =>
    JSON.stringify(body).includes('undirected') ? { paths: [taught, mentions] } : { paths: [mentions] },
  );
  server.on('GET /api/v1/kb/b1/resource/r1', { id: 'r1', title: 'A letter' });
});

describe('the graph of a box', () => {
  it('begins with the names that have the most connections', async () => {
    const person = await openPage(server, '/boxes/b1/graph');
    await person.click(await screen.findByRole('link', { name: /^Ada Lovelace/ }));
    await waitFor(() => expect(address()).toBe('/boxes/b1/graph?value=Ada+Lovelace&group=PERSON'));
  });

  it('says how a name is related, and leads to the passage that says so', async () => {
    await openPage(server, '/boxes/b1/graph?value=Ada+Lovelace&group=PERSON');
    const node = within(await screen.findByRole('region', { name: 'Ada Lovelace' }));
    expect((await node.findByText('taught')).closest('li')?.textContent).toMatch(/^Mary Somervilleperson taught Ada/);
    const link = await node.findByRole('link', { name: 'A letter' });
    expect(link.getAttribute('href')).toContain('/boxes/b1/resources/r1?paragraph=');
    await node.findByRole('img', { name: 'Ada Lovelace and 1 name around it' });
  });

  it('finds a name by a word of it', async () => {
    const person = await openPage(server, '/boxes/b1/graph');
    await screen.findByRole('link', { name: /^Ada Lovelace/ });
    server.on(NODES, { nodes: [] });
    await person.type(screen.getByRole('searchbox'), 'babage');
    await screen.findByRole('heading', { name: 'No such name' });
    expect(server.lastBody(NODES)).toMatchObject({ query: { value: 'babage', match: 'fuzzy_words' } });
  });
});
