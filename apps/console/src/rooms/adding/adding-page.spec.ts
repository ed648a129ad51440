/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { ServerResponse } from 'node:http';
import { ANSWERED, type Asked, Refusal, refused } from '../../console-server.fixture';
import { openPage, type Person, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const CREATE = 'POST /api/v1/kb/b1/resources';

beforeEach(() => {
  // Only drawn rows exist, and nothing is drawn without a height.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  server.on('GET /api/v1/kb/b1/extract_strategies', {});
  server.on('GET /api/v1/kb/b1/split_strategies', {});
  let count = 0;
  server.on(CREATE, () => new Refusal(201, { uuid: `r${++count}`, seqid: 1 }));
  for (const rid of ['r1', 'r2', 'r3']) server.on(`GET /api/v1/kb/b1/resource/${rid}`, processed('PENDING'));
});

/** A resource as far as its processing is. */
const processed = (status: string, errors: readonly object[] = []) => ({
  id: 'r1',
  metadata: { status },
  data: { texts: { text: { errors } } },
});

const open = () => openPage(server, '/boxes/b1/adding');
const field = () => screen.findByRole('textbox', { name: 'Text or addresses' });
const list = async () => within(await screen.findByRole('region', { name: 'Additions' }));
/** Pastes something into the field. */
async function paste(person: Person, text: string): Promise<void> {
  await person.click(await field());
  await person.paste(text);
}
const rows = async () => (await list()).getAllByRole('listitem').map(({ textContent }) => textContent);

describe('adding a text', () => {
  it('proposes its first line as its title, and names the resource', async () => {
    const person = await open();
    await paste(person, 'The sea falls.\nTwice a day.');
    const title = await screen.findByRole('textbox', { name: 'Title' });
    expect(title.getAttribute('placeholder')).toBe('The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    const link = await (await list()).findByRole('link', { name: 'Open the resource' });
    expect(link.getAttribute('href')).toBe('/boxes/b1/resources/r1');
    expect(server.lastBody(CREATE)).toEqual({
      title: 'The sea falls.',
      texts: { text: { body: 'The sea falls.\nTwice a day.', format: 'PLAIN' } },
    });
    expect(await field()).toHaveProperty('value', '');
    expect(await rows()).toEqual(['The sea falls.Added. Its content is being processed. Open the resource']);
    expect(server.unknown).toEqual([]);
  });

  it.each([
    ['PROCESSED', [], 'Ready. Open the resource'],
    ['PROCESSED', [{ severity: 'WARNING', body: 'cut off' }], 'Ready, with warnings. Open the resource cut off'],
    ['ERROR', [{ severity: 'ERROR', body: 'no text' }], 'Processing failed. Open the resource no text'],
  ])('says when it is processed: %s with %j', async (status, errors, state) => {
    server.on('GET /api/v1/kb/b1/resource/r1', processed(status, errors));
    const person = await open();
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await waitFor(async () => expect(await rows()).toEqual([`The sea falls.${state}`]));
  });

  it('takes the title that is typed', async () => {
    const person = await open();
    await paste(person, 'The sea falls.');
    await person.type(await screen.findByRole('textbox', { name: 'Title' }), ' Ebb {Enter}');
    await waitFor(() => expect(server.lastBody(CREATE)).toMatchObject({ title: 'Ebb' }));
  });

  it('needs a text', async () => {
    await open();
    await field();
    expect(screen.getByRole('button', { name: 'Add the text' })).toHaveProperty('disabled', true);
  });

  it('in another script keeps its direction', async () => {
    const person = await open();
    await paste(person, 'البحر');
    expect((await field()).getAttribute('dir')).toBe('auto');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    expect((await (await list()).findByText('البحر')).getAttribute('dir')).toBe('auto');
  });
});

describe('adding with strategies', () => {
  it('is a choice only where the box has some, and sends what is chosen at that moment', async () => {
    server.on('GET /api/v1/kb/b1/extract_strategies', { s1: { name: 'Eyes' } });
    server.on('GET /api/v1/kb/b1/split_strategies', { s2: { name: 'Stars' } });
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Extract strategy' }), 'Eyes');
    await paste(person, 'https://a.example');
    await person.click(screen.getByRole('button', { name: 'Add 1 address' }));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Extract strategy' }), 'As usual');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Split strategy' }), 'Stars');
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await waitFor(() => expect(textsOf('status')).toContain('2 of 2 added'));
    expect(server.sent(CREATE).map(({ body }) => body)).toEqual([
      expect.objectContaining({ links: { link: { uri: 'https://a.example', extract_strategy: 's1' } } }),
      expect.objectContaining({
        texts: { text: { body: 'The sea falls.', format: 'PLAIN', split_strategy: 's2' } },
      }),
    ]);
  });

  it('leaves out one that was deleted after it was chosen', async () => {
    server.on('GET /api/v1/kb/b1/split_strategies', { s2: { name: 'Stars' } });
    server.on('DELETE /api/v1/kb/b1/split_strategies/strategy/s2', () => new Refusal(204, undefined));
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Split strategy' }), 'Stars');
    await person.click(screen.getByRole('link', { name: 'Strategies' }));
    await person.click(await screen.findByRole('button', { name: 'Delete Stars' }));
    server.on('GET /api/v1/kb/b1/split_strategies', {});
    await person.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Stars{Enter}');
    await screen.findByText('No split strategies: every text is cut as usual.');
    await person.click(screen.getByRole('link', { name: 'Go to Add' }));
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await waitFor(() =>
      expect(server.lastBody(CREATE)).toMatchObject({ texts: { text: { body: 'The sea falls.', format: 'PLAIN' } } }),
    );
    expect(JSON.stringify(server.lastBody(CREATE))).not.toContain('split_strategy');
  });
});

describe('adding addresses', () => {
  it('counts each of them once, and says what the server does with them', async () => {
    const person = await open();
    await paste(person, 'https://a.example https://b.example\nhttps://a.example');
    expect(await screen.findByText('The server fetches the pages and keeps their main content.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Add 2 addresses' }));
    await waitFor(() => expect(textsOf('status')).toContain('2 of 2 added'));
    expect(server.sent(CREATE).map(({ body }) => body)).toEqual([
      { title: 'https://a.example', links: { link: { uri: 'https://a.example' } } },
      { title: 'https://b.example', links: { link: { uri: 'https://b.example' } } },
    ]);
  });

  it('takes two hundred at most', async () => {
    const person = await open();
    await paste(person, Array.from({ length: 201 }, (_, at) => `https://a.example/${at}`).join(' '));
    expect(await screen.findByText(/Paste at most 200 addresses, or 2 million characters/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 201 addresses' })).toHaveProperty('disabled', true);
  });

  it('takes them from anywhere on the page', async () => {
    await open();
    await field();
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { files: [], getData: () => 'https://a.example' } });
    document.body.dispatchEvent(event);
    await screen.findByRole('button', { name: 'Add 1 address' });
    expect(await field()).toHaveProperty('value', 'https://a.example');
    expect(event.defaultPrevented).toBe(true);
  });
});

describe('what could not be added', () => {
  const fail = async (status: number, detail: string) => {
    server.on(CREATE, refused(status, detail));
    const person = await open();
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await waitFor(() => expect(server.sent(CREATE)).toHaveLength(1));
    return person;
  };

  it('has the reason of the server, and can be tried again', async () => {
    const person = await fail(422, 'The box is full');
    expect(await (await list()).findByText('The box is full')).toBeTruthy();
    await waitFor(() => expect(textsOf('status')).toContain('0 of 1 added, 1 not added'));
    server.on(CREATE, new Refusal(201, { uuid: 'r1' }));
    await person.click(await (await list()).findByRole('button', { name: 'Try The sea falls. again' }));
    await (await list()).findByRole('link', { name: 'Open the resource' });
  });

  it('is tried again together', async () => {
    const person = await fail(500, 'Broken');
    server.on(CREATE, new Refusal(201, { uuid: 'r1' }));
    await person.click(await screen.findByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(textsOf('status')).toContain('1 of 1 added'));
  });

  it('is taken off the list, and the focus stays in it', async () => {
    const person = await fail(422, 'The box is full');
    await paste(person, 'https://a.example');
    await person.click(screen.getByRole('button', { name: 'Add 1 address' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await person.click((await list()).getByRole('button', { name: 'Remove The sea falls. from the list' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    const region = screen.getByRole('region', { name: 'Additions' });
    await waitFor(() => expect(region.contains(document.activeElement)).toBe(true));
  });
});

describe('additions that run', () => {
  it('are paused and resumed, one and all', async () => {
    server.on(CREATE, () => new Promise(() => undefined));
    const person = await open();
    await paste(person, 'https://a.example https://b.example');
    await person.click(screen.getByRole('button', { name: 'Add 2 addresses' }));
    await person.click(await (await list()).findByRole('button', { name: 'Pause https://a.example' }));
    await (await list()).findByRole('button', { name: 'Resume https://a.example' });
    await person.click(screen.getByRole('button', { name: 'Pause all' }));
    await (await list()).findByRole('button', { name: 'Resume https://b.example' });
    expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull();
    let count = 0;
    server.on(CREATE, () => new Refusal(201, { uuid: `r${++count}` }));
    await person.click(screen.getByRole('button', { name: 'Resume all' }));
    await waitFor(() => expect(textsOf('status')).toContain('2 of 2 added'));
    await person.click(screen.getByRole('button', { name: 'Clear finished' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Additions' })).toBeNull());
  });

  it('continue while another room is shown', async () => {
    let answer: (() => void) | undefined;
    server.on(CREATE, () => new Promise((resolve) => (answer = () => resolve(new Refusal(201, { uuid: 'r1' })))));
    const person = await open();
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await person.click(await screen.findByRole('link', { name: 'Search' }));
    await screen.findByRole('heading', { level: 1, name: 'Search' });
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await person.click(screen.getByRole('link', { name: 'Add' }));
    await (await list()).findByRole('link', { name: 'Open the resource' });
  });

  it('make browsers ask before the page is left', async () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    server.on(CREATE, () => new Promise(() => undefined));
    const person = await open();
    await field();
    expect(leave()).toBe(false);
    await paste(person, 'The sea falls.');
    await person.click(screen.getByRole('button', { name: 'Add the text' }));
    await (await list()).findByRole('button', { name: /^Pause/ });
    await waitFor(() => expect(leave()).toBe(true));
  });

  it('are drawn as far as they are on the screen', async () => {
    server.on(CREATE, () => new Promise(() => undefined));
    const person = await open();
    await paste(person, Array.from({ length: 150 }, (_, at) => `https://a.example/${at}`).join(' '));
    await person.click(screen.getByRole('button', { name: 'Add 150 addresses' }));
    const drawn = await (await list()).findAllByRole('listitem');
    expect(drawn.length).toBeLessThan(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('150');
  });
});

describe('adding files', () => {
  const UPLOADS = 'POST /api/v1/kb/b1/tusupload';
  const file = (name: string, text = 'sea') => new File([text], name, { type: 'text/plain' });
  const pick = async (person: Person, ...files: File[]) => {
    const input = document.querySelector<HTMLInputElement>('input[aria-label="Choose files"]');
    if (!input) throw new Error('The page takes no files');
    await person.upload(input, files);
  };

  /** Takes uploads by the TUS protocol, in one piece each. */
  function takeUploads(): void {
    server.on(UPLOADS, (_: Asked, response: ServerResponse) => {
      response
        .writeHead(201, { location: `${server.origin}/api/v1/kb/b1/tusupload/u1`, 'tus-resumable': '1.0.0' })
        .end();
      return ANSWERED;
    });
    server.on('PATCH /api/v1/kb/b1/tusupload/u1', ({ body }: Asked, response: ServerResponse) => {
      const sent = String(body).length;
      response
        .writeHead(204, {
          'upload-offset': String(sent),
          'tus-resumable': '1.0.0',
          'kbdb-resource': `/kb/b1/resources/${'a'.repeat(32)}`,
        })
        .end();
      return ANSWERED;
    });
  }

  it('sends them in pieces, and links the resources', async () => {
    takeUploads();
    const person = await open();
    await screen.findByRole('button', { name: 'Choose files' });
    await pick(person, file('ebb.txt'), file('.DS_Store'));
    const link = await (await list()).findByRole('link', { name: 'Open the resource' });
    expect(link.getAttribute('href')).toBe(`/boxes/b1/resources/${'a'.repeat(32)}`);
    const [upload] = server.sent(UPLOADS);
    expect(upload?.headers).toMatchObject({ 'upload-length': '3', 'x-lectern-console': '1' });
    expect(String(upload?.headers['upload-metadata'])).toContain(
      `filename ${Buffer.from('ebb.txt').toString('base64')}`,
    );
    expect(await rows()).toHaveLength(1);
  });

  it('says when the box has a file already, and links the one that it has', async () => {
    const detail = `File with the same content already exists in the resource ${'b'.repeat(32)}`;
    server.on(UPLOADS, refused(409, detail));
    const person = await open();
    await screen.findByRole('button', { name: 'Choose files' });
    await pick(person, file('ebb.txt'));
    expect(await (await list()).findByText(/The knowledge box already has this file/)).toBeTruthy();
    const link = (await list()).getByRole('link', { name: 'Open the resource' });
    expect(link.getAttribute('href')).toBe(`/boxes/b1/resources/${'b'.repeat(32)}`);
    expect((await list()).queryByRole('button', { name: /again$/ })).toBeNull();
  });
});
