/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { BOX, BOX_PATH, Refusal, refused } from '../../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../../page.fixture';
import { GET, plain, RESOURCE, whole } from './resource.fixture';

const server = serverOfTests();

beforeEach(() => {
  server.on(GET, whole);
  server.on(`${GET}/text/note`, plain);
});

const open = () => openPage(server, '/boxes/b1/resources/r1');
const content = () => screen.findByRole('region', { name: 'Content' });
const title = () => screen.findByRole('heading', { level: 1, name: 'Ebb' });

describe('a resource', () => {
  it('has its title, its state, its content and its details', async () => {
    await open();
    await title();
    expect(screen.getByText('Ready')).toBeTruthy();
    await within(await content()).findByText('The sea falls.');
    const details = screen.getByRole('complementary', { name: 'Details' });
    const found = within(details)
      .getAllByRole('heading')
      .map((one) => [one.textContent, one.nextSibling?.textContent]);
    expect(found).toEqual([
      ['Labels', 'topics: seaAdd label'],
      ['Visible to', 'Everyone who may search this knowledge boxChange'],
      ['Created', expect.stringContaining('ago')],
      ['Modified', expect.stringContaining('ago')],
      ['Languages', 'en, es'],
      ['Kind', 'Text'],
      ['URL name', 'ebb'],
      ['Id', 'r1'],
    ]);
    expect(document.title).toBe('Ebb · Tides · Lectern');
    expect(server.unknown).toEqual([]);
  });

  it('without a title is called by its id, and one without content says so', async () => {
    server.on(GET, { ...whole, title: '', data: {} });
    await open();
    await screen.findByRole('heading', { level: 1, name: 'r1' });
    expect(screen.getByText('This resource has no content except its title.')).toBeTruthy();
  });

  it('that does not exist is a message', async () => {
    server.on(GET, refused(404, 'Resource does not exist'));
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Resource does not exist');
    expect(screen.getByRole('heading', { level: 1, name: 'Resource' })).toBeTruthy();
  });

  it('says where it came from, with links to the web only', async () => {
    const origin = {
      url: 'javascript:alert(1)',
      path: 'a/b.txt',
      collaborators: ['Ada'],
      tags: ['x', 'y'],
      metadata: { page: '3' },
    };
    server.on(GET, { ...whole, origin });
    await open();
    await screen.findByText('javascript:alert(1)');
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull();
    const details = screen.getByRole('complementary', { name: 'Details' }).textContent;
    expect(details).toContain('Path of the originala/b.txt');
    expect(details).toContain('PeopleAdaTagsx, yMetadata of the originalpage: 3');
    server.on(GET, { ...whole, origin: { ...origin, url: 'https://sea.example' } });
    await open();
    const link = await screen.findByRole('link', { name: 'https://sea.example' });
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener noreferrer', '_blank']);
  });

  it('names its groups when it is not for everyone', async () => {
    server.on(GET, { ...whole, security: { access_groups: ['crew', 'captain'] } });
    await open();
    expect(await screen.findByText('crew, captain')).toBeTruthy();
  });

  it('is shown to other groups from now on, or to everyone', async () => {
    server.on(GET, { ...whole, security: { access_groups: ['crew'] } });
    server.on(`PATCH ${RESOURCE}`, { seqid: 1 });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Who may see' }));
    const names = dialog.getByRole('textbox', { name: 'Groups' });
    expect(names).toHaveProperty('value', 'crew');
    await person.clear(names);
    await person.type(names, '/captain, pilots');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Groups saved.');
    expect(server.lastBody(`PATCH ${RESOURCE}`)).toEqual({ security: { access_groups: ['captain', 'pilots'] } });
  });

  it('names the errors of its processing before warnings, and is processed again', async () => {
    const errors = [
      { body: 'cut off', code: 1, severity: 'WARNING' },
      { body: 'no text', code: 1, severity: 'ERROR' },
    ];
    server.on(GET, {
      ...whole,
      metadata: { status: 'ERROR' },
      data: { texts: { note: { ...whole.data.texts.note, errors } } },
    });
    server.on(`POST ${RESOURCE}/reprocess`, new Refusal(202, { seqid: 1 }));
    const person = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Some content could not be processed');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['note: no text', 'note: cut off']);
    await person.click(within(alert).getByRole('button', { name: 'Process again' }));
    expect(await screen.findByText('The resource is being processed again.')).toBeTruthy();
  });

  it('shows twenty errors at most, and counts the others', async () => {
    const errors = Array.from({ length: 25 }, (_, at) => ({ body: `page ${at}`, code: 1, severity: 'WARNING' }));
    server.on(GET, { ...whole, data: { texts: { note: { ...whole.data.texts.note, errors } } } });
    await open();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getAllByRole('listitem')).toHaveLength(20);
    expect(alert.textContent).toContain('Some content was left out');
    expect(alert.textContent).toContain('and 5 more');
  });
});

describe('what can be done with a resource', () => {
  it('is to hide it, where the box allows that', async () => {
    server.on(`GET ${BOX_PATH}`, { ...BOX, hidden_resources_enabled: true });
    server.on(`PATCH ${RESOURCE}`, () => {
      server.on(GET, { ...whole, hidden: true });
      return { seqid: 1 };
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Hide from searches' }));
    await screen.findByRole('button', { name: 'Show in searches' });
    expect(server.lastBody(`PATCH ${RESOURCE}`)).toEqual({ hidden: true });
    expect(screen.getByText('Hidden from searches')).toBeTruthy();
  });

  it('is to read it as JSON', async () => {
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'JSON' }));
    const text = await screen.findByRole('group', { name: 'The resource as JSON' });
    expect(JSON.parse(text.textContent ?? '')).toEqual(whole);
  });

  it('is to delete it, after a question, and to return to the list', async () => {
    server.on(`DELETE ${RESOURCE}`, new Refusal(204, undefined));
    server.on('POST /api/v1/kb/b1/catalog', { resources: {}, fulltext: { results: [], facets: {}, total: 0 } });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 resource?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Resource deleted.')).toBeTruthy();
    expect(address()).toBe('/boxes/b1/resources');
  });

  it('is refused with the reason', async () => {
    server.on(`DELETE ${RESOURCE}`, refused(403, 'Only writers delete'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Only writers delete');
    expect(address()).toBe('/boxes/b1/resources/r1');
  });

  it('is to take a label away, and to give one', async () => {
    server.on(`PATCH ${RESOURCE}`, { seqid: 1 });
    server.on('GET /api/v1/kb/b1/labelsets', { labelsets: {} });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Remove the label topics: sea' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${RESOURCE}`)).toEqual({ usermetadata: { classifications: [] } }),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add label' }).getAttribute('aria-busy')).toBe('false'),
    );
    await person.click(screen.getByRole('button', { name: 'Add label' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add a label' }));
    await person.type(form.getByLabelText('Labelset'), 'topics');
    await person.type(form.getByLabelText('Label'), 'moon{Enter}');
    const classifications = [
      { labelset: 'topics', label: 'sea', cancelled_by_user: false },
      { labelset: 'topics', label: 'moon', cancelled_by_user: false },
    ];
    await waitFor(() => expect(server.lastBody(`PATCH ${RESOURCE}`)).toEqual({ usermetadata: { classifications } }));
  });

  it('says when a label could not be changed, and the button keeps the focus', async () => {
    server.on(`PATCH ${RESOURCE}`, refused(409, 'Changed by somebody else'));
    const person = await open();
    const remove = await screen.findByRole('button', { name: 'Remove the label topics: sea' });
    await person.click(remove);
    expect((await screen.findByRole('alert')).textContent).toContain('Changed by somebody else');
    expect(document.activeElement).toBe(remove);
  });

  it('is to edit its details', async () => {
    server.on(GET, { ...whole, origin: { tags: [], collaborators: [], related: [], metadata: { page: '3' } } });
    server.on(`PATCH ${RESOURCE}`, { seqid: 1 });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Edit details' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit details' }));
    await person.clear(form.getByLabelText(/^Title/));
    await person.type(form.getByLabelText(/^Title/), 'Neap tide');
    await person.type(form.getByLabelText('People'), 'Ada{Enter}');
    await person.click(form.getByRole('button', { name: 'Add metadata' }));
    await person.type(form.getByLabelText('Key 2'), 'volume');
    await person.type(form.getByLabelText('Value 2'), '12');
    await person.click(form.getByRole('button', { name: 'Remove line 1' }));
    await person.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Details saved.');
    expect(server.lastBody(`PATCH ${RESOURCE}`)).toMatchObject({
      title: 'Neap tide',
      origin: { collaborators: ['Ada'], metadata: { volume: '12' } },
    });
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.on(`PATCH ${RESOURCE}`, refused(409, 'Another resource has this slug'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Edit details' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit details' }));
    const slug = form.getByLabelText(/^URL name/);
    await person.clear(slug);
    await person.type(slug, 'flow{Enter}');
    expect((await form.findByRole('alert')).textContent).toContain('Another resource has this slug');
    expect(slug).toHaveProperty('value', 'flow');
  });
});

describe('an encrypted file', () => {
  const reprocess = `${RESOURCE}/file/note/reprocess`;
  beforeEach(() => {
    const file = { filename: 'treaty.pdf', uri: '', size: 3, content_type: 'application/pdf' };
    const errors = [{ body: 'The PDF is encrypted and no password was given', code: 1, severity: 'ERROR' }];
    server.on(GET, {
      ...whole,
      title: 'Peace',
      origin: { filename: 'treaty.pdf', collaborators: [], tags: [], metadata: {} },
      data: { files: { note: { value: { file }, errors } } },
    });
    server.on(`${GET}/file/note`, plain);
  });

  it('is called by its name beside its title', async () => {
    await open();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Peace' });
    expect(heading.nextSibling?.textContent).toBe('treaty.pdf');
  });

  it('is processed again with its password, of any characters', async () => {
    server.on(`POST ${reprocess}`, new Refusal(202, { seqid: 1 }));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Enter password' }));
    const form = within(await screen.findByRole('dialog', { name: 'Open an encrypted file' }));
    expect(form.getByText('“treaty.pdf” can be processed with its password.')).toBeTruthy();
    await person.type(form.getByLabelText(/^Password of the file/), 'päss ');
    await person.click(form.getByRole('button', { name: 'Process with this password' }));
    await screen.findByText('The resource is being processed again.');
    expect(server.sent(`POST ${reprocess}`)[0]?.headers['x-file-password']).toBe("UTF-8''p%C3%A4ss%20");
  });
});
