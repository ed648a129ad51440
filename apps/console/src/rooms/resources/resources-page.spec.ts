/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ANSWERED, type Asked, BOX, BOX_PATH, openLines, Refusal, refused } from '../../console-server.fixture';
import { address, choose, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const CATALOG = 'POST /api/v1/kb/b1/catalog';
const one = (rid: string) => `/api/v1/kb/b1/resource/${rid}`;

const resource = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  icon: 'application/pdf',
  created: '2026-01-01T12:00:00',
  modified: '2026-01-02T12:00:00',
  hidden: false,
  metadata: { status: 'PROCESSED' },
  usermetadata: { classifications: [] },
  ...more,
});
type Listed = ReturnType<typeof resource>;

/** A page of the table. */
function catalogOf(resources: readonly Listed[], total = resources.length) {
  const byId = Object.fromEntries(resources.map((each) => [each.id, each]));
  const fulltext = { results: resources.map(({ id }) => ({ rid: id })), facets: {}, total };
  return { resources: byId, fulltext };
}

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
      show: ['basic', 'origin', 'errors'],
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

describe('selected resources', () => {
  const select = async (search = '') => {
    const person = await open(search);
    await person.click(await screen.findByRole('checkbox', { name: 'Select Ebb' }));
    return { person, bar: within(await screen.findByRole('region', { name: 'Selected resources' })) };
  };

  it('are counted, all of them with one checkbox, and none again', async () => {
    const { person, bar } = await select();
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    const all = screen.getByRole('checkbox', { name: 'Select all of this page' });
    expect(all).toHaveProperty('indeterminate', true);
    await person.click(all);
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    await person.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected resources' })).toBeNull();
  });

  it('are processed again', async () => {
    server.on(`POST ${one('r1')}/reprocess`, new Refusal(202, { seqid: 1 }));
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Process again' }));
    expect(await screen.findByText('Done for 1 resource.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected resources' })).toBeNull());
  });

  it('can be hidden only where the box allows it', async () => {
    const { bar } = await select();
    expect(bar.queryByRole('button', { name: 'Hide' })).toBeNull();
    server.on(`GET ${BOX_PATH}`, { ...BOX, hidden_resources_enabled: true });
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar: now } = await select();
    await person.click(now.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({ hidden: true }));
  });

  it('are deleted after a question that counts them', async () => {
    server.on(`DELETE ${one('r1')}`, new Refusal(204, undefined));
    server.on(`DELETE ${one('r2')}`, new Refusal(204, undefined));
    const { person, bar } = await select();
    await person.click(screen.getByRole('checkbox', { name: 'Select Flow' }));
    await person.click(bar.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 resources?' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })));
    serve(catalogOf([]));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Done for 2 resources.')).toBeTruthy();
    await screen.findByRole('heading', { name: 'No resources yet' });
  });

  it('that something failed for stay selected, with the reason', async () => {
    server.on(`POST ${one('r1')}/reprocess`, refused(404, 'Resource does not exist'));
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Process again' }));
    const alert = await bar.findByRole('alert');
    expect(alert.textContent).toContain('This failed for 1 resource');
    expect(alert.textContent).toContain('Resource does not exist');
    expect(screen.getByRole('checkbox', { name: 'Select Ebb' })).toHaveProperty('checked', true);
  });

  it('keep the focus on the button while something is done, which cannot be pressed twice', async () => {
    let answer: (() => void) | undefined;
    server.on(`POST ${one('r1')}/reprocess`, () => new Promise((resolve) => (answer = () => resolve({ seqid: 1 }))));
    const { person, bar } = await select();
    const button = bar.getByRole('button', { name: 'Process again' });
    await person.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await screen.findByText('Done for 1 resource.');
    expect(server.sent(`POST ${one('r1')}/reprocess`)).toHaveLength(1);
  });

  it('get a label that a labelset offers, beside those that they have', async () => {
    const classifications = [{ labelset: 'topics', label: 'moon', cancelled_by_user: false }];
    serve(catalogOf([resource('r1', 'Ebb', { usermetadata: { classifications } })]));
    server.on('GET /api/v1/kb/b1/labelsets', { labelsets: { topics: { labels: [{ title: 'sea' }] } } });
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Add label' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add a label' }));
    expect(form.getByRole('button', { name: 'Add label' })).toHaveProperty('disabled', true);
    await person.type(form.getByLabelText('Labelset'), 'topics');
    await person.type(form.getByLabelText('Label'), 'sea');
    await person.click(form.getByRole('button', { name: 'Add label' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({
        usermetadata: { classifications: [...classifications, { ...classifications[0], label: 'sea' }] },
      }),
    );
  });

  it('get details beside those that they have', async () => {
    const origin = { tags: ['x'], collaborators: [], metadata: {}, related: [], source: 'API' };
    serve(catalogOf([resource('r1', 'Ebb', { origin })]));
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Edit details' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit details of 1 resource' }));
    await person.type(form.getByLabelText('Main language'), 'es');
    await person.type(form.getByLabelText('Add tags'), 'y{Enter}');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({
        metadata: { language: 'es' },
        origin: { ...origin, tags: ['x', 'y'] },
      }),
    );
  });
});
