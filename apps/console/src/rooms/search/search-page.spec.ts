/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ANSWERED, type Asked, refused } from '../../console-server.fixture';
import { address, choose, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const FIND = 'POST /api/v1/kb/b1/find';
const FACETS = 'POST /api/v1/kb/b1/catalog/facets';
const CATALOG = 'POST /api/v1/kb/b1/catalog';

const paragraph = (id: string, text: string, more: object = {}) => ({
  id,
  text,
  order: 0,
  score: 1,
  score_type: 'BOTH',
  labels: [],
  fuzzy_result: false,
  position: { page_number: 0, index: 0, start: 0, end: 1, start_seconds: [], end_seconds: [] },
  ...more,
});

/** An answer with a document for each text. */
function found(texts: readonly string[], more: object = {}) {
  const resources = texts.map((text, order) => {
    const rid = `r${order + 1}`;
    const id = `${rid}/f/file/0-9`;
    const fields = { '/f/file': { paragraphs: { [id]: paragraph(id, text, { order, labels: ['/l/topics/sea'] }) } } };
    return [
      rid,
      { id: rid, title: `Document ${order + 1}`, icon: 'application/pdf', created: '2026-01-01T12:00:00', fields },
    ];
  });
  const best = texts.map((_, order) => `r${order + 1}/f/file/0-9`);
  return { resources: Object.fromEntries(resources), best_matches: best, next_page: false, ...more };
}

const counted = (resources: number) => ({ resources, paragraphs: 9, fields: 3, sentences: 9, index_size: 0 });

beforeEach(() => {
  server.on('GET /api/v1/kb/b1/counters', counted(3));
  server.on(FIND, found(['The <mark>moon</mark> pulls <b>the sea</b>', 'Spring tides']));
  server.on(FACETS, { facets: { '/l/topics/sea': 2, '/n/i/application/pdf': 1_200 } });
  server.on(CATALOG, { resources: {}, fulltext: { results: [], facets: {}, total: 0 } });
});

const open = (search = '') => openPage(server, `/boxes/b1/search${search}`);
const field = () => screen.findByRole('searchbox', { name: 'Search words' });
const results = async () =>
  within(await screen.findByRole('main'))
    .findAllByRole('article')
    .catch(() => []);

describe('searching', () => {
  it('begins with an explanation, and asks nothing', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Search this knowledge box' });
    expect(server.sent(FIND)).toEqual([]);
    expect(server.unknown).toEqual([]);
  });

  it('says what to do in a box without documents', async () => {
    server.on('GET /api/v1/kb/b1/counters', counted(0));
    await open();
    await screen.findByRole('heading', { name: 'This knowledge box is empty' });
    expect(screen.getByRole('link', { name: 'Add documents' }).getAttribute('href')).toBe('/boxes/b1/adding');
  });

  it('follows what is typed, once it settles, and keeps it in the address', async () => {
    const person = await open();
    await person.type(await field(), 'moon tides');
    await screen.findByRole('link', { name: 'Document 1' });
    await waitFor(() => expect(address()).toBe('/boxes/b1/search?q=moon+tides'));
    expect(server.sent(FIND).length).toBeLessThan(5);
    expect(server.lastBody(FIND)).toEqual({
      query: 'moon tides',
      top_k: 20,
      highlight: true,
      show: ['basic', 'origin'],
    });
    expect(textsOf('status')).toContain('2 passages in 2 documents');
  });

  it('marks the words that were searched for, and shows other HTML as text', async () => {
    await open('?q=moon');
    await screen.findByRole('link', { name: 'Document 1' });
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['moon']);
    expect(screen.getByText(/<b>the sea<\/b>/)).toBeTruthy();
  });

  it('starts from the words of the address', async () => {
    await open('?q=2026');
    expect(await field()).toHaveProperty('value', '2026');
    await screen.findByRole('link', { name: 'Document 1' });
    expect(server.lastBody(FIND)).toMatchObject({ query: '2026' });
  });

  it('links each document, and each passage to its place', async () => {
    await open('?q=moon');
    const title = await screen.findByRole('link', { name: 'Document 1' });
    expect(title.getAttribute('href')).toBe('/boxes/b1/resources/r1');
    const [passage] = screen.getAllByRole('link', { name: 'Open at this passage' });
    expect(passage?.getAttribute('href')).toBe('/boxes/b1/resources/r1?paragraph=r1%2Ff%2Ffile%2F0-9');
    expect(screen.getAllByText('topics / sea')).toHaveLength(2);
  });

  it('is cleared by a button with a name', async () => {
    const person = await open('?q=moon');
    await screen.findByRole('link', { name: 'Document 1' });
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByRole('heading', { name: 'Search this knowledge box' });
    await waitFor(() => expect(address()).toBe('/boxes/b1/search'));
  });

  it('follows a search configuration of the box, with as many results as it says', async () => {
    const config = { top_k: 3 };
    server.on('GET /api/v1/kb/b1/search_configurations', {
      few: { kind: 'find', config },
      brief: { kind: 'ask', config },
    });
    server.on(FIND, found(['Spring tides'], { page_size: 3, next_page: true }));
    const person = await open('?q=tides');
    const choice = await screen.findByRole('combobox', { name: 'Search configuration' });
    expect([...choice.children].map(({ textContent }) => textContent)).toEqual(['No search configuration', 'few']);
    await person.selectOptions(choice, 'few');
    await waitFor(() => expect(address()).toContain('configuration=few'));
    await waitFor(() => expect(server.lastBody(FIND)).toMatchObject({ search_configuration: 'few' }));
    expect(server.lastBody(FIND)).not.toHaveProperty('top_k');
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(server.lastBody(FIND)).toMatchObject({ search_configuration: 'few', top_k: 23 }));
  });

  it('says when nothing is found', async () => {
    server.on(FIND, found([]));
    await open('?q=xyzzy');
    await screen.findByRole('heading', { name: 'Nothing found' });
    expect(await results()).toEqual([]);
  });

  it('is said to be running until the answer comes', async () => {
    server.on(FIND, () => ANSWERED);
    await open('?q=moon');
    await waitFor(() => expect(textsOf('status')).toContain('Loading'));
  });

  it('that fails says why, and can be tried again', async () => {
    server.on(FIND, refused(503, 'Both indexes are away'));
    const person = await open('?q=moon');
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    expect(alert.textContent).toContain('Both indexes are away');
    server.on(FIND, found(['The moon']));
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Document 1' });
  });

  it('that a part of was missing says so, in the words of the server', async () => {
    server.on(FIND, { ...found(['The moon'], { warnings: ['The vector index is away'] }) });
    await open('?q=moon');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Results may be missing.The vector index is away');
  });

  it('says when only similar words were found', async () => {
    const fuzzy = found(['The moom']);
    const [first] = Object.values(fuzzy.resources['r1'].fields['/f/file'].paragraphs) as { fuzzy_result: boolean }[];
    if (first) first.fuzzy_result = true;
    server.on(FIND, fuzzy);
    await open('?q=moon');
    expect(await screen.findByText(/No passage has exactly these words/)).toBeTruthy();
  });

  it('shows right-to-left passages in their direction', async () => {
    server.on(FIND, found(['القمر يجذب البحر']));
    await open('?q=moon');
    expect((await screen.findByText('القمر يجذب البحر')).getAttribute('dir')).toBe('auto');
  });

  it('speaks Spanish', async () => {
    await openPage(server, '/boxes/b1/search?q=moon', { languages: ['es'] });
    await screen.findByRole('heading', { level: 1, name: 'Buscar' });
    await waitFor(() => expect(textsOf('status').join()).toMatch(/2 pasajes en 2 documentos/));
  });
});

describe('more results', () => {
  const texts = Array.from({ length: 20 }, (_, at) => `Passage ${at + 1}`);

  it('come when somebody asks for them, and the button keeps the focus until then', async () => {
    server.on(FIND, found(texts, { next_page: true }));
    const person = await open('?q=moon');
    const more = await screen.findByRole('button', { name: 'Show more' });
    let answer: (() => void) | undefined;
    server.on(FIND, () => new Promise((resolve) => (answer = () => resolve(found([...texts, 'Passage 21'])))));
    await person.click(more);
    await waitFor(() => expect(more.getAttribute('aria-busy')).toBe('true'));
    expect([document.activeElement, more.hasAttribute('disabled')]).toEqual([more, false]);
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await screen.findByText('Passage 21');
    expect(server.lastBody(FIND)).toMatchObject({ top_k: 40 });
  });

  it('end where the server gives no more at once', async () => {
    server.on(FIND, ({ body }: Asked) => found(texts, { next_page: (body as { top_k: number }).top_k < 1_000 }));
    await open('?q=moon');
    await screen.findByRole('button', { name: 'Show more' });
  });
});

describe('filters of a search', () => {
  it('are chosen from what the box has, and stay in the address', async () => {
    const person = await open('?q=moon');
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('checkbox', { name: /topics \/ sea/, hidden: true }));
    await waitFor(() => expect(server.lastBody(FIND)).toMatchObject({ filters: [{ all: ['/l/topics/sea'] }] }));
    expect(decodeURIComponent(address())).toContain('labels=["/l/topics/sea"]');
    expect(screen.getByRole('checkbox', { name: 'PDF 1,200', hidden: true })).toHaveProperty('checked', false);
  });

  it('are shown as chips, each with a button that removes it', async () => {
    const person = await open('?q=moon&from=2026-01-31&kinds=%2Fn%2Fi%2Fapplication%2Fpdf');
    const chips = within(await screen.findByRole('group', { name: 'Chosen filters' }));
    expect(chips.getByText('from Jan 31, 2026')).toBeTruthy();
    await waitFor(() => expect(server.lastBody(FIND)).toMatchObject({ range_creation_start: '2026-01-31T00:00:00' }));
    await person.click(chips.getByRole('button', { name: 'Remove the filter PDF' }));
    await waitFor(() => expect(server.lastBody(FIND)).not.toHaveProperty('filters'));
    await person.click(chips.getByRole('button', { name: 'Remove the filter from Jan 31, 2026' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Chosen filters' })).toBeNull());
    expect(address()).toBe('/boxes/b1/search?q=moon');
  });

  it('may be removed together', async () => {
    const person = await open('?q=moon&from=2026-01-31&to=2026-02-01');
    await person.click(await screen.findByRole('button', { name: 'Remove all filters' }));
    await waitFor(() => expect(address()).toBe('/boxes/b1/search?q=moon'));
  });

  it('that make no sense in an address are left out', async () => {
    await open('?q=moon&from=yesterday&labels=none');
    await screen.findByRole('link', { name: 'Document 1' });
    expect(server.lastBody(FIND)).toEqual({ query: 'moon', top_k: 20, highlight: true, show: ['basic', 'origin'] });
  });

  it('need nothing to filter by', async () => {
    server.on(FACETS, { facets: {} });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    expect(await screen.findByText('This knowledge box has nothing to filter by yet.')).toBeTruthy();
  });
});

describe('why a result is there', () => {
  const explanations = {
    'r1/f/file/0-9': {
      legs: [
        { leg: 'keyword', score: 12, rank: 0, term: 0.02 },
        { leg: 'semantic', score: 0.8, rank: 2, term: 0.02 },
      ],
      fusion: { semantic_weight: 0.5 },
      reranker: { score: 0.75 },
    },
  };

  it('is a picture that screen readers get in words', async () => {
    const person = await open('?q=moon');
    const [why] = await screen.findAllByRole('button', { name: 'Why this result?' });
    server.on(FIND, found(['The moon'], { explanations }));
    if (why) await person.click(why);
    const picture = await screen.findByRole('img', { name: /^Retrieval gave 100%/ });
    expect(picture.getAttribute('aria-label')).toBe(
      'Retrieval gave 100% of the best result of this search: Words 50% (place 1), Meaning 50% (place 3). ' +
        'The reranker gave it 100% of the best score, which decides the order.',
    );
    expect(server.lastBody(FIND)).toMatchObject({ debug: true });
    expect(why?.getAttribute('aria-expanded')).toBe('true');
    expect(why?.textContent).toBe('Hide explanation');
  });

  it('may be unknown', async () => {
    const person = await open('?q=moon');
    const [, why] = await screen.findAllByRole('button', { name: 'Why this result?' });
    server.on(FIND, found(['The moon'], { explanations }));
    if (why) await person.click(why);
    expect(await screen.findByText('No explanation for this result.')).toBeTruthy();
  });
});

describe('a document that is not there', () => {
  it('is chosen by its title, and the search says why', async () => {
    const resources = { r9: { id: 'r9', title: 'Ebb' } };
    server.on(CATALOG, { resources, fulltext: { results: [{ rid: 'r9' }], facets: {}, total: 1 } });
    const person = await open('?q=moon');
    const list = await screen.findByRole('combobox', { name: 'Document' });
    const missing = {
      r9: { stage: 'retrieval', legs: [{ leg: 'keyword', reason: 'no_word', absent_words: ['moon'] }] },
    };
    server.on(FIND, found(['The moon'], { missing }));
    await choose(person, list, 'Ebb');
    expect(await screen.findByText('Neither its words nor its meaning match well enough.')).toBeTruthy();
    const leg = screen.getByText(/^By words: none of its passages has a word of the query\./);
    expect(leg.textContent).toContain('It lacks: moon');
    expect(server.lastBody(FIND)).toMatchObject({ explain_missing: ['r9'] });
  });

  it('is looked for by the words of its title', async () => {
    const person = await open('?q=moon');
    await person.type(await screen.findByRole('combobox', { name: 'Document' }), 'ebb');
    await waitFor(() => expect(server.lastBody(CATALOG)).toMatchObject({ query: 'ebb' }));
    expect(await screen.findByText('No document has this title')).toBeTruthy();
  });
});

describe('a search in the name of groups', () => {
  it('finds what their members find, which a banner says until it ends', async () => {
    const person = await open('?q=tides');
    await person.click(await screen.findByRole('button', { name: 'Search as groups' }));
    await person.type(await screen.findByRole('textbox', { name: 'Groups', hidden: true }), 'crew, pilots');
    await person.click(screen.getByRole('button', { name: 'Search as these groups', hidden: true }));
    await screen.findByText('You see what members of crew, pilots find.');
    await waitFor(() => expect(server.lastBody(FIND)).toMatchObject({ security: { groups: ['crew', 'pilots'] } }));
    await person.click(screen.getByRole('button', { name: 'Back to your own view' }));
    await waitFor(() => expect(screen.queryByText(/You see what members/)).toBeNull());
  });
});
