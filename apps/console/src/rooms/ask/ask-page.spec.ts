/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { ServerResponse } from 'node:http';
import { ANSWERED, type Asked, refused } from '../../console-server.fixture';
import { openPage, type Person, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';
import { cited, lines, nothing, retrieval, status, text, whole } from './answers.fixture';

const server = serverOfTests();
const ASK = 'POST /api/v1/kb/b1/ask';
const FEEDBACK = 'POST /api/v1/kb/b1/feedback';
/** Items of an answer that stays open, and how to send more. */
function open(items: readonly object[]) {
  let send: ((item: object) => void) | undefined;
  let isCut = false;
  server.on(ASK, (_: Asked, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    send = (item) => response.write(`${JSON.stringify({ item })}\n`);
    response.on('close', () => (isCut = true));
    for (const item of items) send(item);
    return ANSWERED;
  });
  const later = async (item: object) => {
    await waitFor(() => expect(send).toBeDefined());
    send?.(item);
  };
  return { send: later, isCut: () => isCut };
}

beforeEach(() => {
  sessionStorage.clear();
  server.on('GET /api/v1/kb/b1/counters', { resources: 3, paragraphs: 9, fields: 3, sentences: 9, index_size: 0 });
  server.on(ASK, lines(whole));
  server.on('POST /api/v1/kb/b1/catalog/facets', { facets: { '/l/topics/sea': 2 } });
});

const enter = () => openPage(server, '/boxes/b1/ask');
const field = () => screen.findByRole('textbox', { name: 'Your question' });
async function ask(question = 'What pulls the sea?'): Promise<Person> {
  const person = await enter();
  await person.type(await field(), `${question}{Enter}`);
  return person;
}

describe('asking', () => {
  it('begins with what answers come from', async () => {
    await enter();
    await screen.findByRole('heading', { name: 'Ask this knowledge box' });
    expect(screen.getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', true);
    expect(server.unknown).toEqual([]);
  });

  it('says what to do in a box without documents', async () => {
    server.on('GET /api/v1/kb/b1/counters', { resources: 0, paragraphs: 0, fields: 0, sentences: 0, index_size: 0 });
    await enter();
    await screen.findByRole('heading', { name: 'This knowledge box is empty' });
    expect(screen.getByRole('link', { name: 'Add documents' }).getAttribute('href')).toBe('/boxes/b1/adding');
  });

  it('answers with numbers that name their sources', async () => {
    await ask();
    const mark = await screen.findByRole('button', { name: 'Source 1: Tide tables' });
    expect(mark.parentElement?.textContent).toBe('The moon.1');
    const sources = within(screen.getByRole('list', { name: 'Sources' })).getAllByRole('button');
    expect(sources.map(({ textContent }) => textContent)).toEqual(['1Tide tables']);
    await waitFor(() => expect(textsOf('status')).toContain('The answer is complete, with 1 source'));
    expect(server.lastBody(ASK)).toMatchObject({
      query: 'What pulls the sea?',
      citations: true,
      prefer_markdown: true,
    });
  });

  it('sends with Enter, and begins a new line with Shift and Enter', async () => {
    const person = await enter();
    await person.type(await field(), 'One{Shift>}{Enter}{/Shift}two');
    expect(server.sent(ASK)).toEqual([]);
    expect(await field()).toHaveProperty('value', 'One\ntwo');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(server.lastBody(ASK)).toMatchObject({ query: 'One\ntwo' }));
    expect(await field()).toHaveProperty('value', '');
  });

  it('says that it searches, then that it answers', async () => {
    const answer = open([]);
    await ask();
    await waitFor(() => expect(textsOf('status')).toContain('Searching the documents'));
    await answer.send(text('The'));
    await waitFor(() => expect(textsOf('status')).toContain('Answering'));
    await answer.send(text(' moon'));
    expect(await screen.findByText('The moon')).toBeTruthy();
  });

  it('can be stopped, and keeps what has come', async () => {
    const answer = open([text('The moon')]);
    const person = await ask();
    await screen.findByText('The moon');
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(textsOf('status')).toContain('You stopped this answer.'));
    await waitFor(() => expect(answer.isCut()).toBe(true));
    expect(screen.getByText('The moon')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask' })).toBeTruthy();
  });

  it('sends what was said before', async () => {
    const person = await ask();
    await screen.findByRole('list', { name: 'Sources' });
    await person.type(await field(), 'And the sun?{Enter}');
    await waitFor(() => expect(server.sent(ASK)).toHaveLength(2));
    expect(server.lastBody(ASK)).toMatchObject({
      query: 'And the sun?',
      chat_history: [
        { author: 'USER', text: 'What pulls the sea?' },
        { author: 'SVC', text: 'The moon.' },
      ],
    });
  });

  it('follows a search configuration of the box for questions', async () => {
    server.on('GET /api/v1/kb/b1/search_configurations', { brief: { kind: 'ask', config: {} } });
    const person = await enter();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Search configuration' }), 'brief');
    await person.type(await field(), 'What pulls the sea?{Enter}');
    await waitFor(() => expect(server.lastBody(ASK)).toMatchObject({ search_configuration: 'brief' }));
  });

  it('is remembered in the tab, and forgotten by a new conversation', async () => {
    await ask();
    await screen.findByRole('list', { name: 'Sources' });
    const person = await enter();
    await screen.findByRole('list', { name: 'Sources' });
    await person.click(screen.getByRole('button', { name: 'New conversation' }));
    await screen.findByRole('heading', { name: 'Ask this knowledge box' });
    expect(screen.queryByText('What pulls the sea?')).toBeNull();
  });

  it('takes questions of any script in their direction', async () => {
    await ask('ما الذي يجذب البحر؟');
    expect((await screen.findByText('ما الذي يجذب البحر؟')).getAttribute('dir')).toBe('auto');
  });

  it('shows Markdown, and neither HTML nor pictures of elsewhere', async () => {
    const words =
      '**Bold** <img src="https://evil.example/a.png"> ![a sea](https://evil.example/b.png)\n\n| a |\n|---|\n| b |';
    server.on(ASK, lines([retrieval(), text(words), status('success')]));
    await ask();
    expect((await screen.findByText('Bold')).tagName).toBe('STRONG');
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.getByText('a sea')).toBeTruthy();
    expect(document.querySelectorAll('.answer-text img')).toHaveLength(0);
  });

  it('underlines what no source supports, and says so', async () => {
    const sentences = [{ start: 0, end: 9, status: 'unsupported', sources: [] }];
    server.on(ASK, lines([retrieval(), text('The moon.'), { ...cited, sentences }, status('success')]));
    await ask();
    expect(await screen.findByText('No source supports the underlined sentences.')).toBeTruthy();
    expect(document.querySelector('.unsupported')?.textContent).toBe('The moon.');
    expect(document.querySelector('.unsupported-note')?.textContent).toBe('(No source supports this)');
  });

  it('passes on that the search was not complete', async () => {
    server.on(ASK, lines([retrieval({ warnings: ['The vector index is away.'] }), ...whole.slice(1)]));
    await ask();
    expect((await screen.findByText(/^The search was not complete:/)).textContent).toContain(
      'The vector index is away.',
    );
  });
});

describe('an answer that fails', () => {
  it('says why in the words of the server, and can be asked again', async () => {
    server.on(ASK, refused(503, 'The model is away'));
    const person = await ask();
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    expect(alert.textContent).toContain('This answer failed');
    expect(alert.textContent).toContain('The server says: The model is away');
    server.on(ASK, lines(whole));
    await person.click(within(alert).getByRole('button', { name: 'Ask again' }));
    await screen.findByRole('list', { name: 'Sources' });
    expect(screen.getAllByText('What pulls the sea?')).toHaveLength(1);
  });

  it('keeps what had come when it was cut off', async () => {
    server.on(ASK, lines([retrieval(), text('The moon')]));
    await ask();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This answer was cut off. The part that arrived is above.');
    expect(alert.textContent).toContain('The connection ended before the answer did.');
    expect(screen.getByText('The moon')).toBeTruthy();
    expect(textsOf('status')).toContain('The answer was cut off');
  });

  it('in the middle has the reason of the model', async () => {
    server.on(ASK, lines([retrieval(), text('The'), status('error', 'The provider refused')]));
    await ask();
    expect((await screen.findByRole('alert')).textContent).toContain('The provider refused');
  });
});

describe('a question without an answer', () => {
  it('says what was tried, and how much is still being processed', async () => {
    server.on(ASK, lines([nothing, status('no_context')]));
    server.on('GET /api/v1/kb/b1/processing-status', {
      results: [],
      waiting: { words: { waiting: 2, oldest: null, eta_s: null }, meaning: { waiting: 0, oldest: null, eta_s: null } },
    });
    await ask();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing found for this question');
    expect(alert.textContent).toContain('All documents of the knowledge box were searched.');
    await waitFor(() => expect(alert.textContent).toContain('2 resources are still being processed'));
    expect(textsOf('status')).toContain('No answer');
  });

  it('shows the closest passages, and asks again with more around them', async () => {
    server.on(ASK, lines([retrieval({ rephrased_query: 'pull sea' }), text('Not enough data'), status('no_context')]));
    const person = await ask();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('link', { name: 'Tide tables' }).getAttribute('href')).toContain('/boxes/b1/resources/r1');
    expect(alert.getByText('Searched for: pull sea')).toBeTruthy();
    server.on(ASK, lines(whole));
    await person.click(alert.getByRole('button', { name: 'Ask with more text around the passages' }));
    await screen.findByRole('list', { name: 'Sources' });
    expect(server.lastBody(ASK)).toMatchObject({
      rag_strategies: [{ name: 'neighbouring_paragraphs', before: 2, after: 2 }],
    });
  });

  it('is asked again without filters', async () => {
    server.on(ASK, lines([nothing, status('no_context')]));
    const person = await enter();
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('checkbox', { name: /topics \/ sea/, hidden: true }));
    await person.keyboard('{Escape}');
    await person.type(await field(), 'What?{Enter}');
    const again = await screen.findByRole('button', { name: 'Ask without filters' });
    expect(server.lastBody(ASK)).toMatchObject({ filters: [{ all: ['/l/topics/sea'] }] });
    await person.click(again);
    await waitFor(() => expect(server.sent(ASK)).toHaveLength(2));
    expect(server.lastBody(ASK)).not.toHaveProperty('filters');
  });
});

describe('the source of an answer', () => {
  const note = {
    field_type: 'text',
    field_id: 'note',
    value: { body: 'The moon pulls the sea.', format: 'PLAIN' },
    extracted: {
      text: { text: 'The moon pulls the sea. Twice a day.', split_text: {} },
      metadata: {
        metadata: {
          paragraphs: [
            { key: 'a', start: 0, end: 23, kind: 'TEXT' },
            { key: 'b', start: 24, end: 36, kind: 'TEXT' },
          ],
        },
        split_metadata: {},
      },
    },
  };

  it('opens beside the answer at its passage, gets the focus, and gives it back', async () => {
    server.on('GET /api/v1/kb/b1/resource/r1/text/note', note);
    const person = await ask();
    const mark = await screen.findByRole('button', { name: 'Source 1: Tide tables' });
    await person.click(mark);
    const pane = within(await screen.findByRole('complementary', { name: 'Source 1: Tide tables' }));
    await waitFor(() => expect(document.activeElement).toBe(pane.getByRole('heading', { level: 2 })));
    expect((await pane.findByTestId('passage-mark')).textContent).toBe('The moon pulls the sea.');
    expect(pane.getByText('Twice a day.')).toBeTruthy();
    const link = pane.getByRole('link', { name: 'Open the whole document' });
    expect(link.getAttribute('href')).toContain('/boxes/b1/resources/r1?paragraph=');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    await waitFor(() => expect(document.activeElement?.outerHTML).toBe(mark.outerHTML));
  });

  it('that was deleted since says so', async () => {
    server.on('GET /api/v1/kb/b1/resource/r1/text/note', refused(404, 'Resource does not exist'));
    const person = await ask();
    await person.click(await screen.findByRole('button', { name: 'Source 1: Tide tables' }));
    const pane = within(await screen.findByRole('complementary'));
    expect((await pane.findByRole('alert')).textContent).toContain('This does not exist, or no longer exists.');
    await person.click(pane.getByRole('button', { name: 'Close the document' }));
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

describe('what can be done with an answer', () => {
  it('is to say that it is good, and why', async () => {
    server.on(FEEDBACK, {});
    const person = await ask();
    const good = await screen.findByRole('button', { name: 'Good answer' });
    await person.click(good);
    await waitFor(() => expect(good.getAttribute('aria-pressed')).toBe('true'));
    expect(server.lastBody(FEEDBACK)).toEqual({ ident: 'learning-1', good: true, task: 'CHAT' });
    await person.type(await screen.findByLabelText('What is good or bad about it? (optional)'), 'Short');
    await person.click(screen.getByRole('button', { name: 'Send', hidden: true }));
    await waitFor(() => expect(server.lastBody(FEEDBACK)).toMatchObject({ good: true, feedback: 'Short' }));
  });

  it('keeps a comment that could not be stored', async () => {
    server.on(FEEDBACK, {});
    const person = await ask();
    await person.click(await screen.findByRole('button', { name: 'Bad answer' }));
    const comment = await screen.findByLabelText('What is good or bad about it? (optional)');
    await person.type(comment, 'Wrong moon');
    server.on(FEEDBACK, refused(503, 'The disk is full'));
    await person.click(screen.getByRole('button', { name: 'Send', hidden: true }));
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain('The disk is full');
    expect(screen.getByLabelText('What is good or bad about it? (optional)')).toHaveProperty('value', 'Wrong moon');
  });

  it('is not to judge an answer that has no name', async () => {
    server.on(ASK, lines(whole, {}));
    await ask();
    await screen.findByRole('list', { name: 'Sources' });
    expect(screen.queryByRole('button', { name: 'Good answer' })).toBeNull();
  });

  it('is to see the same question as a call of a program', async () => {
    const person = await ask();
    await person.click(await screen.findByRole('button', { name: 'Show as API call' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'The same question as an API call' }));
    expect(dialog.getByText(/^curl -N/).textContent).toContain(`${server.origin}/api/v1/kb/b1/ask`);
    await person.click(dialog.getByRole('tab', { name: 'TypeScript' }));
    expect((await dialog.findByText(/^const answer = await fetch/)).textContent).toContain('What pulls the sea?');
  });
});

describe('options of a question', () => {
  it('are what the model gets', async () => {
    const person = await enter();
    await person.click(await screen.findByRole('button', { name: 'Options' }));
    await person.click(await screen.findByRole('radio', { name: 'The two best documents in full', hidden: true }));
    await person.keyboard('{Escape}');
    await person.type(await field(), 'What?{Enter}');
    await waitFor(() =>
      expect(server.lastBody(ASK)).toMatchObject({ rag_strategies: [{ name: 'full_resource', count: 2 }] }),
    );
  });
});
