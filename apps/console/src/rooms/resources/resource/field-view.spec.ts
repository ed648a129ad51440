/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal, refused } from '../../../console-server.fixture';
import { address, choose, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../../page.fixture';
import { extracted, field, GET, plain, serveFile, whole } from './resource.fixture';

const server = serverOfTests();

beforeEach(() => {
  server.on(GET, whole);
  server.on(`${GET}/text/note`, plain);
  // Only drawn rows exist, and nothing is drawn without a height.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
});

const open = (search = '') => openPage(server, `/boxes/b1/resources/r1${search}`);
const content = () => screen.findByRole('region', { name: 'Content' });

/** Serves a text of a format. */
function serveText(body: string, format: string): void {
  server.on(`${GET}/text/note`, field('text', { body, format }));
}

describe('the content of a field', () => {
  it.each([
    ['PLAIN', '<b>a</b> & *b*', '<b>a</b> & *b*'],
    ['MARKDOWN', '**bold** <i>no</i>', 'bold <i>no</i>'],
    ['JSON', '{"a":1}', '{\n  "a": 1\n}'],
    ['JSON', '{"a":', '{"a":'],
    ['JSONL', '{"a":1}', '{"a":1}'],
  ])('in %s is shown as such', async (format, body, shown) => {
    serveText(body, format);
    await open();
    const panel = await content();
    await waitFor(() => expect(within(panel).getByRole('tabpanel').textContent).toContain(shown));
  });

  it('is cut when it is very long, and says where the rest is', async () => {
    serveText('x'.repeat(200_001), 'PLAIN');
    await open();
    expect(await screen.findByText(/Only the beginning is shown here/)).toBeTruthy();
    expect(screen.getByText(/^x+$/).textContent).toHaveLength(200_000);
  });

  it('that fails can be read again', async () => {
    server.on(`${GET}/text/note`, refused(500, 'Broken'));
    const person = await open();
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    server.on(`${GET}/text/note`, plain);
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The sea falls.')).toBeTruthy();
  });

  it('is chosen among several, by type and name', async () => {
    const texts = { note: whole.data.texts.note, other: { value: { body: 'Flow', format: 'PLAIN' } } };
    server.on(GET, { ...whole, data: { texts } });
    server.on(`${GET}/text/other`, field('text', { body: 'The sea rises.', format: 'PLAIN' }));
    const person = await open();
    const list = await screen.findByRole('combobox', { name: 'Field' });
    expect(list).toHaveProperty('value', 'Text: note');
    await choose(person, list, 'Text: other');
    expect(await screen.findByText('The sea rises.')).toBeTruthy();
    expect(decodeURIComponent(address())).toBe('/boxes/b1/resources/r1?field=t/other');
  });

  it('has its extracted text paragraph by paragraph', async () => {
    const text = 'Ebb. Flow.';
    server.on(`${GET}/text/note`, {
      ...plain,
      extracted: extracted(
        text,
        [
          [0, 4],
          [5, 10],
        ],
        { kind: 'OCR', page: { page: 2 } },
      ),
    });
    const person = await open();
    await person.click(await screen.findByRole('tab', { name: 'Extracted text' }));
    const list = within(await screen.findByRole('region', { name: 'Paragraphs of the text' }));
    const rows = list.getAllByRole('listitem').map((row) => [row.textContent, row.getAttribute('aria-setsize')]);
    expect(rows).toEqual([
      ['Page 3 · From a pictureEbb.', '2'],
      ['Page 3 · From a pictureFlow.', '2'],
    ]);
  });

  it('opens at a passage of an address, which is marked', async () => {
    server.on(`${GET}/text/note`, {
      ...plain,
      extracted: extracted('👋 Ebb. Flow.', [
        [0, 6],
        [7, 12],
      ]),
    });
    await open('?paragraph=r1%2Ft%2Fnote%2F7-12');
    expect((await screen.findByTestId('passage-mark')).textContent).toBe('Flow.');
  });

  it('has the names that it mentions, by type', async () => {
    const ner = { Ada: 'PERSON', Cadiz: 'PLACE', Bob: 'PERSON' };
    const found = extracted('', []);
    server.on(`${GET}/text/note`, {
      ...plain,
      extracted: { ...found, metadata: { ...found.metadata, metadata: { paragraphs: [], ner } } },
    });
    const person = await open();
    await person.click(await screen.findByRole('tab', { name: 'Names' }));
    expect((await screen.findByRole('region', { name: 'PERSON' })).textContent).toBe('PERSONAdaBob');
    expect(screen.getByRole('region', { name: 'PLACE' }).textContent).toBe('PLACECadiz');
  });

  it('may have no text and no names yet', async () => {
    const person = await open();
    await person.click(await screen.findByRole('tab', { name: 'Extracted text' }));
    expect(await screen.findByText('No extracted text yet.')).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Names' }));
    expect(await screen.findByText('No names found.')).toBeTruthy();
  });

  it('of values is a table', async () => {
    server.on(GET, { ...whole, data: { key_values: { note: { value: { data: {} } } } } });
    const data = { width: 3, عرض: 'بحر', depth: { lower: 1, upper: 9 }, ports: ['a', 'b'], open: true };
    server.on(`${GET}/key_value/note`, field('key_value', { data }));
    await open();
    const rows = within(await screen.findByRole('table', { name: 'note' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'width3',
      'عرضبحر',
      'depth1 – 9',
      'portsa, b',
      'opentrue',
    ]);
    expect(screen.queryByRole('tab', { name: 'Names' })).toBeNull();
  });

  it('of a web page has its address and its text', async () => {
    server.on(GET, { ...whole, data: { links: { note: { value: { uri: 'https://sea.example' } } } } });
    server.on(`${GET}/link/note`, field('link', { uri: 'https://sea.example' }, extracted('The sea falls.', [])));
    await open();
    await screen.findByRole('link', { name: 'https://sea.example' });
    expect(screen.getByText('The sea falls.')).toBeTruthy();
  });

  it('of a conversation has its messages, a page at a time', async () => {
    const message = (ident: string, more: object) => ({
      ident,
      who: 'Ada',
      timestamp: '2026-01-01T12:00:00',
      content: { text: `Message ${ident}`, format: 'PLAIN', attachments: [] },
      ...more,
    });
    server.on(GET, { ...whole, data: { conversations: { note: { value: null } } } });
    const first = message('1', {
      who: '',
      timestamp: null,
      content: { text: 'Hello', format: 'PLAIN', attachments: [{ filename: 'a.pdf' }] },
    });
    server.on(`${GET}/conversation/note`, ({ query }: { query: URLSearchParams }) =>
      field('conversation', { pages: 2, messages: query.get('page') === '2' ? [message('2', {})] : [first] }),
    );
    const person = await open();
    await screen.findByText('Hello');
    expect(screen.getByText('Unknown sender')).toBeTruthy();
    expect(screen.getByText('Attachments: a.pdf')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Message 2')).toBeTruthy();
  });
});

describe('a file', () => {
  it('of a kind that cannot be shown says so, and is downloaded', async () => {
    serveFile(server, { size: 1_500 });
    server.on(`${GET}/file/note/download/field`, refused(404, 'The file was not kept'));
    const person = await open();
    await screen.findByText(/There is nothing to show here/);
    await person.click(screen.getByRole('button', { name: /^Download/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('The file was not kept');
  });

  it('that is elsewhere has no download', async () => {
    serveFile(server, { uri: 'https://sea.example/a.bin' });
    await open();
    await screen.findByText(/There is nothing to show here/);
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });

  it('that is a picture is shown with its name', async () => {
    serveFile(server, { filename: 'sea.png', content_type: 'image/png' });
    server.on(`${GET}/file/note/download/field`, new Refusal(200, 'bytes', 'image/png'));
    await open();
    const picture = await screen.findByRole('img', { name: 'sea.png' });
    expect(picture.getAttribute('src')).toMatch(/^blob:/);
  });

  it('that is a spreadsheet is shown as tables', async () => {
    const rows = (cells: string[][]) => ({ rows: cells.map((cell) => ({ cell })) });
    const sheets = {
      Tides: rows([
        ['Port', 'Height'],
        ['Cadiz', '3'],
      ]),
      Empty: rows([]),
      Winds: rows([['Port'], ['Vigo']]),
    };
    serveFile(server, {}, { file: { file_rows_previews: { rows: { sheets } } } });
    await open();
    const tables = await within(await content()).findAllByRole('table');
    await waitFor(() =>
      expect(
        within(screen.getByRole('tabpanel'))
          .getAllByRole('heading')
          .map((one) => one.textContent),
      ).toEqual(['Tides', 'Winds']),
    );
    expect(
      within(tables[0] ?? document.body)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['PortHeight', 'Cadiz3']);
    expect(textsOf('columnheader')).toEqual(['Port', 'Height', 'Port']);
  });

  it('is shown by its text otherwise', async () => {
    serveFile(server, { content_type: 'text/markdown' }, extracted('# Ebb', []));
    await open();
    expect((await screen.findByText('Ebb', { selector: '.document-text h1' })).tagName).toBe('H1');
  });
});
