/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ANSWERED, type Asked, openLines, refused } from '../../console-server.fixture';
import { address, choose, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';
import { catalogOf, resource } from './catalog.fixture';

const server = serverOfTests();
const CATALOG = 'POST /api/v1/kb/b1/catalog';

const facets = {
  '/icon': { '/icon/application': 2, '/icon/text': 5 },
  '/classification.labels': { '/classification.labels/topics': 1 },
};
const children = {
  '/icon/application': { '/icon/application/pdf': 2 },
  '/icon/text': { '/icon/text/plain': 5 },
  '/classification.labels/topics': { '/classification.labels/topics/sea': 1 },
};

/** Answers the table, and what its filters offer. */
function serve(catalog: object): void {
  server.on(CATALOG, ({ body }: Asked) => {
    const { faceted } = body as { readonly faceted?: readonly string[] }; // what the page sends
    if (!faceted) return catalog;
    return {
      resources: {},
      fulltext: { results: [], total: 0, facets: faceted.includes('/icon') ? facets : children },
    };
  });
}

beforeEach(() => serve(catalogOf([resource('r1', 'Ebb'), resource('r2', 'Flow')])));

const open = (search = '') => openPage(server, `/boxes/b1/resources${search}`);
const table = () => screen.findByRole('table', { name: 'Resources' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
/** The last request for a page of the table. */
const asked = () =>
  server
    .sent(CATALOG)
    .map(({ body }) => body)
    .findLast((body) => !JSON.stringify(body).includes('faceted'));

describe('the resources of a box', () => {
  it('are rows with title, state and kind, newest first', async () => {
    await open();
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^EbbReadyPDF/),
      expect.stringMatching(/^FlowReadyPDF/),
    ]);
    expect(asked()).toEqual({
      sort: { field: 'created', order: 'desc' },
      page_number: 0,
      page_size: 50,
      show: ['basic', 'origin', 'errors', 'security'],
    });
    expect(textsOf('status')).toContain('2 resources');
    expect(server.unknown).toEqual([]);
  });

  it('are links to their pages', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'Ebb' });
    expect(link.getAttribute('href')).toBe('/boxes/b1/resources/r1');
    expect(screen.getAllByRole('link', { name: 'Add' }).at(-1)?.getAttribute('href')).toBe('/boxes/b1/adding');
  });

  it.each([
    [{ metadata: { status: 'PENDING' } }, 'Being processed'],
    [{ metadata: { status: 'ERROR' } }, 'Error'],
    [{ metadata: { status: 'PROCESSED' }, waits_for: 'words' }, 'Being indexed'],
    [{ metadata: { status: 'PROCESSED' }, waits_for: 'meaning' }, 'Searchable by words'],
    [{ metadata: { status: 'PENDING' }, waits_for: 'words' }, 'Being processed'],
    [{ metadata: undefined }, 'Being processed'],
  ])('with %j are “%s”', async (more, state) => {
    serve(catalogOf([resource('r1', 'Ebb', more)]));
    await open();
    const [row] = await rows();
    expect(within(row ?? document.body).getByText(state)).toBeTruthy();
  });

  it('show labels that are not cancelled, and that they are hidden', async () => {
    const classifications = [
      { labelset: 'topics', label: 'sea', cancelled_by_user: false },
      { labelset: 'topics', label: 'wind', cancelled_by_user: true },
    ];
    serve(catalogOf([resource('r1', 'Ebb', { hidden: true, usermetadata: { classifications } })]));
    await open();
    const [row] = await rows();
    expect(row?.textContent).toMatch(/^EbbseaReady/);
    expect(within(row ?? document.body).getByRole('img', { name: 'Hidden from searches' })).toBeTruthy();
  });

  it('without a title are called by their ids, and those of an odd kind by their media types', async () => {
    serve(catalogOf([resource('r1', '', { icon: 'chemical/x-pdb' })]));
    await open();
    const [row] = await rows();
    expect(row?.textContent).toMatch(/^r1Readychemical\/x-pdb/);
  });

  it('have the names of their files where titles do not say them', async () => {
    const origin = (filename: string) => ({ origin: { filename } });
    serve(
      catalogOf([resource('r1', 'Tide tables', origin('tides-2026.pdf')), resource('r2', 'Flow', origin('Flow.pdf'))]),
    );
    await open();
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Tide tablestides-2026.pdfReady/),
      expect.stringMatching(/^FlowReady/),
    ]);
  });

  it('say when something of them was left out', async () => {
    const note = { errors: [{ body: 'cut off', code: 1, severity: 'WARNING' }] };
    serve(catalogOf([resource('r1', 'Ebb', { data: { texts: { note } } })]));
    await open();
    expect((await rows())[0]?.textContent).toMatch(/^EbbReady, with warningsPDF/);
  });

  it('with long titles in other scripts are one line in their own direction', async () => {
    const title = 'المد والجزر '.repeat(40).trim();
    serve(catalogOf([resource('r1', title)]));
    await open();
    const name = within(await table()).getByText(title);
    expect([name.className, name.getAttribute('dir'), name.getAttribute('title')]).toEqual([
      expect.stringContaining('one-line'),
      'auto',
      title,
    ]);
  });

  it('may be none yet, or none that match', async () => {
    serve(catalogOf([]));
    await open();
    await screen.findByRole('heading', { name: 'No resources yet' });
    await open('?q=ebb');
    await screen.findByRole('heading', { name: 'Nothing matches' });
    await open('?unknown=1');
    await screen.findByRole('heading', { name: 'No resources yet' });
  });

  it('are read again after a failure', async () => {
    server.on(CATALOG, refused(503, 'The database is away'));
    const person = await open();
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    serve(catalogOf([resource('r1', 'Ebb')]));
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Ebb' });
  });

  it('are read again when one of them changes', async () => {
    const data = { resource_uuid: 'r1', resource_title: '', seqid: 0, operation: 'created', error: false };
    let change: (() => void) | undefined;
    server.on('GET /api/v1/kb/b1/notifications', (_: Asked, response: Parameters<ReturnType<typeof openLines>>[1]) => {
      openLines()(_, response);
      change = () => response.write(`${JSON.stringify({ type: 'resource_written', data })}\n`);
      return ANSWERED;
    });
    await open();
    await screen.findByRole('link', { name: 'Ebb' });
    serve(catalogOf([resource('r1', 'Ebb and flow')]));
    await waitFor(() => expect(change).toBeDefined());
    change?.();
    await screen.findByRole('link', { name: 'Ebb and flow' });
  });
});

describe('the order of the table', () => {
  it('is that of a heading that is pressed, and the other way when it is pressed again', async () => {
    const person = await open();
    await table();
    const heading = (name: string) => screen.getByRole('columnheader', { name });
    const press = async (name: string) => person.click(within(heading(name)).getByRole('button', { name }));
    expect(heading('Created').getAttribute('aria-sort')).toBe('descending');
    await press('Title');
    await waitFor(() => expect(asked()).toMatchObject({ sort: { field: 'title', order: 'asc' } }));
    expect([heading('Title').getAttribute('aria-sort'), heading('Created').getAttribute('aria-sort')]).toEqual([
      'ascending',
      null,
    ]);
    await press('Title');
    await waitFor(() => expect(asked()).toMatchObject({ sort: { field: 'title', order: 'desc' } }));
    expect(address()).toBe('/boxes/b1/resources?sort=title');
  });

  it('that makes no sense in an address is the usual one', async () => {
    await open('?sort=size&order=up&page=-3');
    await table();
    expect(asked()).toMatchObject({ sort: { field: 'created', order: 'desc' }, page_number: 0 });
  });
});

describe('pages of the table', () => {
  it('are numbered, and named for those who do not see them', async () => {
    serve(catalogOf([resource('r1', 'Ebb')], 120));
    const person = await open();
    await table();
    expect(textsOf('status')).toContain('120 resources');
    expect(screen.getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
    await person.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(asked()).toMatchObject({ page_number: 2 }));
    expect(address()).toBe('/boxes/b1/resources?page=3');
    await person.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(address()).toBe('/boxes/b1/resources?page=2'));
  });

  it('are not shown for a single one', async () => {
    await open();
    await table();
    expect(screen.queryByRole('button', { name: 'Page 1' })).toBeNull();
  });
});

describe('filters of the table', () => {
  it('search titles when typing pauses, and begin at the first page', async () => {
    serve(catalogOf([resource('r1', 'Ebb')], 120));
    const person = await open('?page=2');
    await person.type(await screen.findByRole('searchbox', { name: 'Title or file name contains' }), ' ebb ');
    await waitFor(() =>
      expect(asked()).toMatchObject({ query: { field: 'title', match: 'contains', query: 'ebb' }, page_number: 0 }),
    );
    expect(address()).toBe('/boxes/b1/resources?q=ebb');
  });

  it.each([
    ['State', 'Error', { prop: 'status', status: 'ERROR' }, 'status=ERROR'],
    ['Kind', 'PDF', { prop: 'resource_mimetype', type: 'application', subtype: 'pdf' }, 'kind=application/pdf'],
    ['Label', 'topics/sea', { prop: 'label', labelset: 'topics', label: 'sea' }, 'label=topics/sea'],
  ])('by %s are chosen from a list', async (list, option, condition, search) => {
    const person = await open();
    await table();
    await choose(person, screen.getByRole('combobox', { name: list }), option);
    await waitFor(() => expect(asked()).toMatchObject({ filter_expression: { resource: { and: [condition] } } }));
    expect(decodeURIComponent(address())).toBe(`/boxes/b1/resources?${search}`);
  });

  it('find hidden resources only', async () => {
    const person = await open();
    await table();
    await choose(person, screen.getByRole('combobox', { name: 'Hidden or visible' }), 'Hidden only');
    await waitFor(() => expect(asked()).toMatchObject({ hidden: true }));
  });

  it('are cleared together, also for resources that nothing matches', async () => {
    const person = await open('?q=ebb&status=ERROR&hidden=true');
    await person.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/boxes/b1/resources'));
    expect(screen.getByRole('searchbox', { name: 'Title or file name contains' })).toHaveProperty('value', '');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});
