import { answerText, type KnowledgeBoxClient } from '../harness/client';
import { inAllModes } from '../harness/in-modes';
import { server } from '../harness/modes';

const NONSENSE = 'Which colour has the bicycle of the ambassador?';

inAllModes('ask, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const body =
      'The lighthouse was built in 1874.\n\nIts lamp turns once in twelve seconds and can be seen for 21 miles.';
    rid = await kb.createResource(
      { slug: 'lighthouse', title: 'The lighthouse', texts: { body: { body } } },
      { wait: 'embedded' },
    );
    await kb.createResource(
      { slug: 'bread', title: 'Bread', texts: { body: { body: 'Bread rises because yeast makes gas.' } } },
      { wait: 'embedded' },
    );
  });

  it('streams lines in the order of the interface', async () => {
    const answer = await kb.client.send('POST', `${kb.path}/ask`, {
      body: { query: 'When was the lighthouse built?', citations: true },
    });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('svc-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    const lines = String(answer.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).item);
    const order = lines.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);
    expect(order).toEqual(['answer', 'retrieval', 'status', 'augmented_context', 'citations', 'metadata']);
    expect(answerText(lines)).toContain('1874');
  });

  it('cites the ranges of the answer that a paragraph supports', async () => {
    const items = await kb.ask({ query: 'How far can the lamp be seen?', citations: 'default' });
    const answer = answerText(items);
    const [key, ranges] = Object.entries(items.find((item) => item.type === 'citations')?.citations ?? {})[0] ?? [];
    expect(key).toContain(`${rid}/t/body/`);
    const cited = (ranges ?? []).map(([start, end]) => [...answer].slice(start, end).join(''));
    expect(cited.join(' ')).toContain('21 miles');
  });

  it('writes footnotes when they are requested', async () => {
    const items = await kb.ask({ query: 'How far can the lamp be seen?', citations: 'llm_footnotes' });
    expect(answerText(items)).toMatch(/\[1\][\s\S]*\n\n\[1\]: block-AA/);
    const footnotes = items.find((item) => item.type === 'footnote_citations');
    expect(footnotes?.footnote_to_context['block-AA']).toContain(`${rid}/t/body/`);
  });

  it('is one document when it is asked to be synchronous', async () => {
    const { status, headers, body } = await kb.client.send('POST', `${kb.path}/ask`, {
      body: { query: 'When was the lighthouse built?', citations: true },
      headers: { 'x-synchronous': 'true' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toMatchObject({
      answer: expect.stringContaining('1874'),
      status: 'success',
      retrieval_results: { best_matches: expect.any(Array) },
      learning_id: expect.any(String),
      citations: expect.any(Object),
      metadata: { tokens: { input: expect.any(Number), output: expect.any(Number) } },
    });
  });

  it('says that what it found does not answer', async () => {
    const items = await kb.ask({ query: `${NONSENSE} bread lighthouse` });
    expect(items.find((item) => item.type === 'status')).toMatchObject({ code: '-2', status: 'no_context' });
    expect(answerText(items)).not.toBe('');
  });

  it('answers from one resource only', async () => {
    const ask = (path: string) =>
      kb.client.send('POST', `${kb.path}${path}/ask`, {
        body: { query: 'Why does bread rise?' },
        headers: { 'x-synchronous': 'true' },
      });
    expect((await ask('/slug/bread')).body).toMatchObject({ answer: expect.stringContaining('yeast') });
    const elsewhere = (await ask(`/resource/${rid}`)).body;
    expect(elsewhere).not.toMatchObject({ answer: expect.stringContaining('yeast') });
    expect(await ask('/slug/nobody')).toMatchObject({ status: 404, body: { detail: 'Resource not found' } });
  });

  it('understands a question by what was said before', async () => {
    const chat = [
      { author: 'USER', text: 'Tell me about the lighthouse.' },
      { author: 'SVC', text: 'It stands on the cape.' },
    ];
    const items = await kb.ask({ query: 'When was it built?', chat_history: chat });
    expect(answerText(items)).toContain('1874');
    const retrieval = items.find((item) => item.type === 'retrieval');
    expect(retrieval?.results.rephrased_query).toMatch(/lighthouse/i);
  });

  it('is looked up without what is only polite, and is refused when it refers to nothing', async () => {
    const items = await kb.ask({ query: 'Hello, could you tell me when the lighthouse was built?', rephrase: true });
    expect(items.find((item) => item.type === 'retrieval')?.results.rephrased_query).toBe(
      'when the lighthouse was built?',
    );
    expect(answerText(items)).toContain('1874');
    const lost = { query: 'And what about that?', rephrase: true };
    expect(await kb.client.send('POST', `${kb.path}/ask`, { body: lost })).toMatchObject({
      status: 412,
      body: { detail: 'Unable to rephrase the query with the provided context.' },
    });
    // Nobody wants it rewritten: it is looked up as it is.
    const said = { query: 'And what about that?', extra_context: ['  '] };
    expect((await kb.client.send('POST', `${kb.path}/ask`, { body: said })).status).toBe(200);
  });

  it('leaves the answer out on demand', async () => {
    const items = await kb.ask({ query: 'When was the lighthouse built?', generate_answer: false });
    expect(answerText(items)).toBe('');
    expect(items.find((item) => item.type === 'status')).toMatchObject({ code: '0' });
    expect(items.find((item) => item.type === 'retrieval')?.best_matches).not.toHaveLength(0);
  });

  it('tells consumption and inner workings on demand', async () => {
    const items = await kb.ask(
      { query: 'When was the lighthouse built?', debug: true },
      { 'x-show-consumption': 'true' },
    );
    expect(items.at(-2)).toMatchObject({ type: 'consumption', normalized_tokens: { input: expect.any(Number) } });
    expect(items.at(-1)).toMatchObject({ type: 'debug', metadata: { prompt_context: expect.any(Array) } });
  });

  it('refuses what is out of bounds', async () => {
    const post = (body: object) => kb.client.send('POST', `${kb.path}/ask`, { body });
    expect(await post({})).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'query'] }] },
    });
    expect((await post({ query: 'x', top_k: 0 })).status).toBe(422);
    expect((await post({ query: 'x', context: [], chat_history: [] })).status).toBe(422);
    expect((await post({ query: 'x', citation_threshold: 2 })).status).toBe(422);
    expect((await post({ query: 'x', rag_strategies: [{ name: 'other' }] })).status).toBe(422);
    expect((await post({ query: 'x', keyword_filters: ['?'] })).status).toBe(412);
    expect(await post({ query: 'x', search_configuration: 'mine' })).toMatchObject({
      status: 400,
      body: { detail: 'Search configuration not found' },
    });
    expect(await post({ query: 'lighthouse', max_tokens: { context: 100_000_000 } })).toMatchObject({ status: 412 });
  });
});
