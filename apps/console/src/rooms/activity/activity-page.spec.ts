/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { ServerResponse } from 'node:http';
import { ANSWERED, type Asked, Refusal } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const ROOM = '/boxes/b1/activity';
const QUERY = 'POST /api/v1/kb/b1/activity/ask/query';
const LEARNING = 'f'.repeat(32);
const RID = 'a'.repeat(32);
const PARAGRAPH = `${RID}/t/body/0-30`;
const OTHER = `${RID}/t/body/31-60`;
const PROVIDERS = {
  local: { title: 'Lectern', models: { large: { title: 'Large', metadata: { data_residency_status: 'guaranteed' } } } },
};
const relevance = (score: number) => ({ score, reason: 'Judged by rules.' });

const row = (id: number, changed: object = {}) => ({
  id,
  date: '2026-05-02T10:00:00',
  question: `Question ${id}`,
  answer: `Answer ${id}`,
  status: '0',
  model: 'small',
  learning_id: LEARNING,
  total_duration: 1_500,
  ...changed,
});
const scored = (answer: number, support: number) => ({
  remi_scores: [
    { answer_relevance: relevance(answer), context_relevance: [5], groundedness: [support], model: 'local-scorer' },
  ],
});

/** Rows of the server, newest first, as it pages them. */
const rows =
  (...all: readonly { readonly id: number }[]) =>
  ({ body }: Asked, response: ServerResponse) => {
    const { filters, pagination } = body as { filters: { id?: { eq: number } }; pagination: Record<string, number> };
    const { limit = 10, ending_before: before = Infinity } = pagination;
    const asked = all.filter(({ id }) => id < before && (filters.id === undefined || id === filters.id.eq));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const one of asked.slice(0, limit)) response.write(`${JSON.stringify(one)}\n`);
    response.end();
    return ANSWERED;
  };

beforeEach(() => {
  server.on('GET /api/v1/kb/b1/activity/ask/months', { downloads: ['2026-04', '2026-05'] });
  server.on('GET /api/v1/kb/b1/activity/metrics', [
    { timestamp: '2026-05-01T00:00:00', search: 2, chat: 1 },
    { timestamp: '2026-05-02T00:00:00', search: 0, chat: 4 },
  ]);
  server.on(QUERY, rows(row(2), row(1)));
});

const questions = async () => {
  const list = within(await screen.findByRole('list', { name: 'Questions' }));
  return (await list.findAllByRole('link')).map(({ textContent }) => textContent);
};
const asked = () => server.sent(QUERY).map(({ body }) => body as { filters: object; year_month: string });

describe('activity', () => {
  it('shows the questions of the newest month, and how many there were per day', async () => {
    await openPage(server, ROOM);
    expect(await questions()).toEqual(['Question 2', 'Question 1']);
    expect((await screen.findAllByRole('img')).map((image) => image.getAttribute('aria-label'))).toEqual([
      '5 questions, at most 4 per day (May 2, 2026)',
      '2 searches, at most 2 per day (May 1, 2026)',
    ]);
    expect(screen.getAllByText('Answered')).toHaveLength(2);
    expect(screen.getAllByText(/small · 1.5 sec/)).toHaveLength(2);
    expect(asked()[0]).toMatchObject({ year_month: '2026-05', filters: {} });
    expect(server.unknown).toEqual([]);
  });

  it('has a sentence where nobody has asked yet', async () => {
    server.on('GET /api/v1/kb/b1/activity/ask/months', { downloads: [] });
    await openPage(server, ROOM);
    await screen.findByRole('heading', { name: 'No questions yet' });
  });

  it('has the model, the tokens and the time of each', async () => {
    server.on(QUERY, rows(row(1, { svc_tokens: 1.25 })));
    await openPage(server, ROOM);
    await questions();
    expect(textsOf('listitem').join()).toMatch(/· small · 1,250 tokens · 1.5 sec$/);
  });

  it('is read page by page', async () => {
    server.on(QUERY, rows(...Array.from({ length: 30 }, (_, index) => row(30 - index))));
    const person = await openPage(server, ROOM);
    expect(await questions()).toHaveLength(25);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await questions()).toHaveLength(30));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('is narrowed, and the address keeps that', async () => {
    const person = await openPage(server, ROOM);
    await questions();
    await person.selectOptions(screen.getByRole('combobox', { name: 'Questions' }), 'With a thumbs-down');
    await waitFor(() => expect(asked().at(-1)?.filters).toEqual({ feedback_good_all: { eq: false } }));
    await person.type(screen.getByRole('searchbox', { name: 'Question contains' }), '50%_');
    await waitFor(() => expect(asked().at(-1)?.filters).toMatchObject({ question: { ilike: String.raw`%50\%\_%` } }));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'April 2026');
    await waitFor(() => expect(asked().at(-1)?.year_month).toBe('2026-04'));
    expect(new URL(address(), 'http://console.test').searchParams.get('kind')).toBe('disliked');
  });

  it('has the worst answers first, and their lowest scores', async () => {
    const all = [row(4), row(3, scored(4, 5)), row(2, scored(5, 1)), row(1, { feedback_good_all: false })];
    server.on(QUERY, rows(...all));
    const person = await openPage(server, ROOM);
    await questions();
    await person.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Worst answers first');
    await screen.findByText(/Among the newest 500 questions/);
    expect(await questions()).toEqual(['Question 1', 'Question 2', 'Question 3', 'Question 4']);
    expect(screen.getByText('Support 1 of 5')).toBeTruthy();
    expect(screen.queryByText('Answer 4 of 5')).toBeNull();
  });

  it('is downloaded as a file, which the server writes first', async () => {
    const file = { request_id: 'd1', download_url: null };
    server.on('POST /api/v1/kb/b1/activity/ask/query/download', file);
    server.on('GET /api/v1/kb/b1/activity/download_request/d1', { ...file, download_url: 'https://a.example/f/1' });
    const person = await openPage(server, ROOM);
    await person.click(await screen.findByRole('button', { name: 'Download month' }));
    await person.click(await screen.findByRole('menuitem', { name: 'As CSV', hidden: true }));
    const link = await screen.findByRole('link', { name: 'Save the file' });
    expect(link.getAttribute('href')).toBe('https://a.example/f/1');
    const [sent] = server.sent('POST /api/v1/kb/b1/activity/ask/query/download');
    expect([sent?.headers['accept'], sent?.body]).toEqual([
      'text/csv',
      { year_month: '2026-05', show: 'all', filters: {} },
    ]);
  });
});

describe('a question of the activity', () => {
  const whole = row(7, {
    ...scored(4, 3),
    question: 'How high is the tide?',
    answer: 'It is high. So is the moon.',
    user_id: 'u2',
    user_request: { top_k: 5, citations: true },
    chat_history: [{ author: 'USER', text: 'Hello' }],
    feedback: [{ date: '2026-05-02T11:00:00', good: false, feedback: 'Too short', text_block_id: null, task: 'CHAT' }],
  });
  const score = (id: string) => ({ id, score: 0.5 });
  const trace = {
    learning_id: LEARNING,
    date: '2026-05-02T10:00:00',
    request: {},
    rephrased_question: null,
    security_groups: ['sailors'],
    retrievals: [
      {
        query: 'high tide',
        parameters: { rank_fusion: 'rrf' },
        keyword: [score(OTHER), score(PARAGRAPH)],
        semantic: [score(PARAGRAPH)],
        graph: [],
        fused: [score(PARAGRAPH), score(OTHER)],
        ranked: [score(PARAGRAPH)],
        warnings: [],
      },
    ],
    context: [{ key: PARAGRAPH, chars: 30, digest: 'ab', text: 'The tide is high.' }],
    sentences: [
      { status: 'exact', start: 0, end: 12, sources: [PARAGRAPH] },
      { status: 'unsupported', start: 12, end: 27, sources: [] },
    ],
    prompt: { system: 'Be short', user: null, question: 'How high is the tide?' },
    replayable: true,
  };
  const TRACE = `/api/v1/kb/b1/ask/trace/${LEARNING}`;

  beforeEach(() => {
    server.on(QUERY, rows(whole));
    const context = [{ text: 'The tide is high.', text_block_id: PARAGRAPH }];
    const [remi] = scored(4, 3).remi_scores;
    server.on('GET /api/v1/kb/b1/remi/events/7', { id: 7, question: '', answer: '', date: '', remi, context });
    server.on(`GET ${TRACE}`, trace);
    server.on(`GET /api/v1/kb/b1/resource/${RID}`, { id: RID, title: 'Tides', origin: { filename: 'sea.pdf' } });
    server.on('GET /api/v1/kb/b1/generative_providers', { providers: PROVIDERS });
    server.on('GET /api/v1/account/a1/users', [{ id: 'u2', name: 'Bo', email: 'bo@example.org', role: 'AMEMBER' }]);
  });
  const open = () => openPage(server, `${ROOM}/7?month=2026-05`);

  it('has its answer, its feedback, its sources and their scores', async () => {
    await open();
    await screen.findByRole('heading', { name: 'How high is the tide?', level: 1 });
    const part = (name: string) => screen.getByRole('region', { name }).textContent;
    await screen.findByText(/· by Bo/);
    expect(part('Answer')).toContain('It is high.');
    expect(part('Feedback')).toContain('Too short');
    await screen.findByRole('link', { name: '1. Tides' });
    expect(part('Sources')).toContain('The answer addresses the question: 4 of 5. Judged by rules.');
    expect(part('Sources')).toContain('1. Tidessea.pdf');
    expect(part('Sources')).toContain('Relevance 5 of 5Support 3 of 5');
    await screen.findByRole('table');
    expect(server.unknown).toEqual([]);
  });

  it('shows where each passage stood, what was left out, and what the model got', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Search 1: high tide' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Passage',
      'By words',
      'By meaning',
      'Together',
      'At the end',
      'Given to the model',
    ]);
    await table.findAllByRole('link', { name: 'Tides' });
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.anything(),
      'Tidessea.pdf · characters 0 to 302111',
      'Tidessea.pdf · characters 31 to 601–2–Left out',
    ]);
    screen.getByText('1 part with 30 characters');
    expect(screen.getByText('(characters 0 to 30)').closest('summary')?.textContent).toBe('Tides (characters 0 to 30)');
    screen.getByText('Searched as: sailors');
    screen.getByText('Be short');
  });

  it('shows which sentences of its answer the sources support', async () => {
    await open();
    const list = within(await screen.findByRole('list', { name: 'Sentences of the answer' }));
    await list.findByRole('link', { name: 'Tides' });
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'It is high.Said by its sourceTidessea.pdf',
      'So is the moon.No source says this',
    ]);
    screen.getByText('The sources support 1 of 2 sentences.');
  });

  it('without citations was not compared with its sources', async () => {
    server.on(`GET ${TRACE}`, { ...trace, sentences: null });
    await open();
    await screen.findByText('Not compared with the sources: the question asked for no citations.');
  });

  it('is searched again, and says which stages differ', async () => {
    server.on(`POST ${TRACE}/replay`, {
      learning_id: LEARNING,
      identical: false,
      differences: [{ stage: 'keyword', retrieval: 0, added: ['x', 'y'], removed: ['z'], changed: [] }],
      retrievals: [],
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Search again' }));
    await screen.findByText('keyword: 2 new, 1 gone, 0 changed');
  });

  it('is asked again with other settings, beside the first answer', async () => {
    const strict = { kind: 'ask', config: {} };
    server.on('GET /api/v1/kb/b1/search_configurations', { strict, short: { kind: 'find', config: {} } });
    server.on('POST /api/v1/kb/b1/ask', (_: Asked, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const items = [
        { type: 'retrieval', results: { best_matches: [PARAGRAPH] } },
        { type: 'answer', text: 'Three ' },
        { type: 'answer', text: 'metres.' },
        { type: 'status', code: '0', status: 'success' },
      ];
      response.end(items.map((item) => `${JSON.stringify({ item })}\n`).join(''));
      return ANSWERED;
    });
    const person = await open();
    const part = within(await screen.findByRole('region', { name: 'Ask again' }));
    await person.selectOptions(part.getByRole('combobox', { name: 'Context' }), 'With the text around them');
    await person.selectOptions(part.getByRole('combobox', { name: 'Reranker' }), 'Off');
    await person.selectOptions(part.getByRole('combobox', { name: 'Search configuration' }), 'strict');
    await person.selectOptions(await part.findByRole('combobox', { name: 'Model' }), 'Large');
    await person.type(part.getByRole('textbox', { name: 'Passages' }), '9');
    await person.click(part.getByRole('button', { name: 'Ask again' }));
    await waitFor(() =>
      expect(part.getByRole('status').textContent).toBe('ThenIt is high. So is the moon.Now, 1 passageThree metres.'),
    );
    expect(server.sent('POST /api/v1/kb/b1/ask')[0]?.body).toEqual({
      citations: true,
      top_k: 9,
      search_configuration: 'strict',
      generative_model: 'large',
      query: 'How high is the tide?',
      chat_history: [{ author: 'USER', text: 'Hello' }],
      rag_strategies: [{ name: 'neighbouring_paragraphs', before: 2, after: 2 }],
      reranker: 'noop',
    });
  });

  it('of which no trace is kept says so, and keeps its answer', async () => {
    server.on(`GET ${TRACE}`, new Refusal(404, { detail: 'No trace is kept of this answer' }));
    await open();
    await screen.findByText(/No trace is kept of this answer/);
    expect(textsOf('heading')).toContain('Answer');
  });

  it('that is not there leads back to the list', async () => {
    server.on(QUERY, rows());
    const person = await open();
    await screen.findByRole('heading', { name: 'Question not found' });
    await person.click(screen.getByRole('link', { name: 'All questions' }));
    await screen.findByRole('heading', { name: 'Activity' });
  });
});
