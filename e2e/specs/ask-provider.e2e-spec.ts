import type { AskItem } from '@lectern/contracts/search';
import type { ScriptedAnswer, ScriptedProvider } from '@lectern/testing';
import { type Answer, answerText, Client, type KnowledgeBoxClient } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { startWithProvider } from '../harness/with-provider';

const QUERY = 'Who keeps the Old Tower?';
const SENTENCE = 'The Old Tower is kept by Ada Brown.';
const image = { content_type: 'image/png', b64encoded: 'iVBORw0KGgo=' };
const failing: ScriptedAnswer = {
  raw: { status: 500, body: '{"error": {"message": "away"}}', headers: { 'content-type': 'application/json' } },
};

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);

inStandalone('a model that sees, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'key', timeoutMs: 5_000, vision: true }));
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
    const [tower, ada] = [
      { type: 'entity' as const, value: 'Old Tower', group: 'PLACE' },
      { type: 'entity' as const, value: 'Ada Brown', group: 'PERSON' },
    ];
    const relations = [
      { relation: 'OTHER' as const, label: 'kept by', from: tower, to: ada },
      { relation: 'OTHER' as const, label: 'hated by', from: tower, to: { ...ada, value: 'Bob Gray' } },
    ];
    const resource = { title: 'Tower', texts: { a: { body: SENTENCE } }, usermetadata: { relations } };
    rid = await kb.createResource(resource, { wait: 'embedded' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  const ask = (request: object, ...answers: readonly ScriptedAnswer[]) => {
    for (const answer of answers) provider.next(answer);
    return kb.ask({ query: QUERY, ...request });
  };
  const post = (request: object, ...answers: readonly ScriptedAnswer[]): Promise<Answer> => {
    for (const answer of answers) provider.next(answer);
    return kb.client.send('POST', `${kb.path}/ask`, { body: { query: QUERY, ...request } });
  };
  const sent = (call: number) => JSON.stringify(provider.calls[call]?.body['messages']);
  const found = (items: readonly AskItem[]) => itemOf(items, 'retrieval')?.results;

  describe('an object that does not follow its schema', () => {
    const properties = { keeper: { type: 'string' } };
    const answer_json_schema = { name: 'tower', parameters: { type: 'object', properties, required: ['keeper'] } };

    it('is repaired once, with what is wrong with it', async () => {
      const items = await ask({ answer_json_schema }, { pieces: ['{"keeper": 7}'] }, { pieces: ['{"keeper": "Ada"}'] });
      expect(itemOf(items, 'answer_json')?.object).toEqual({ keeper: 'Ada' });
      expect(itemOf(items, 'status')?.status).toBe('success');
      expect(sent(1)).toMatch(/does not follow the JSON Schema/);
      expect(provider.calls).toHaveLength(2);
    });

    it('that stays wrong ends the answer with an error, and what was found is there', async () => {
      const items = await ask({ answer_json_schema }, { pieces: ['{"keeper": 7}'] }, { pieces: ['{}'] });
      expect(itemOf(items, 'status')).toMatchObject({ code: '-1', details: expect.stringContaining('JSON Schema') });
      expect([itemOf(items, 'answer_json'), found(items)?.best_matches]).toEqual([
        undefined,
        expect.arrayContaining([expect.stringContaining(rid)]),
      ]);
    });
  });

  it('thinks aloud where that is wanted, and in silence where it is not to be shown', async () => {
    const answer = { reasoning: ['Who ', 'keeps it?'], pieces: ['Ada Brown.'] };
    const thoughts = (items: readonly AskItem[]) =>
      items.flatMap((item) => (item.type === 'reasoning' ? [item.text] : [])).join('');
    const aloud = await ask({ reasoning: true }, answer);
    expect([thoughts(aloud), answerText(aloud)]).toEqual(['Who keeps it?', 'Ada Brown.']);
    const silent = await ask({ reasoning: { display: false, effort: 'high' } }, answer);
    expect([thoughts(silent), answerText(silent)]).toEqual(['', 'Ada Brown.']);
    expect(provider.calls[1]?.body['reasoning_effort']).toBe('high');
  });

  it('sees the image of the question when it is looked up and when it is answered', async () => {
    const items = await ask(
      { query: 'Who keeps this?', query_image: image },
      { pieces: [QUERY] },
      { pieces: ['Ada.'] },
    );
    expect([found(items)?.rephrased_query, answerText(items)]).toEqual([QUERY, 'Ada.']);
    for (const call of [0, 1]) expect(sent(call)).toContain(image.b64encoded);
    expect(found(items)?.best_matches[0]).toContain(rid);
  });

  describe('ranking the relations of the graph', () => {
    const rag_strategies = [{ name: 'graph_beta', hops: 1, relation_ranking: 'generative' }];
    const lines = (items: readonly AskItem[]) => {
      const graph = itemOf(items, 'prequeries')?.results['graph'];
      const paragraphs = graph?.resources[rid]?.fields['/a/usermetadata']?.paragraphs ?? {};
      return { text: Object.values(paragraphs)[0]?.text, warnings: graph?.warnings };
    };

    it('leaves out those that it gives no points', async () => {
      const points = { scores: [{ relation: 1, score: 9 }, { relation: 2, score: 1 }] }; // prettier-ignore
      const items = await ask({ rag_strategies }, { pieces: [JSON.stringify(points)] }, { pieces: ['Ada Brown.'] });
      expect(lines(items).text?.split('\n')).toHaveLength(1);
      expect(sent(0)).toContain('Old Tower kept by Ada Brown');
      expect(answerText(items)).toBe('Ada Brown.');
    });

    it('that fails leaves them in the order of the reranker, and says so', async () => {
      const items = await ask({ rag_strategies }, failing, { pieces: ['Ada Brown.'] });
      expect(lines(items).text?.split('\n')).toHaveLength(2);
      expect(lines(items).warnings).toEqual([expect.any(String)]);
      expect(answerText(items)).toBe('Ada Brown.');
    });
  });

  describe('a model that fails', () => {
    const chat_history = [{ author: 'USER', text: 'Tell me of the tower' }];

    it('or says that the context is missing, while a question is rewritten', async () => {
      const lost = { pieces: ['Missing context.'] };
      expect((await post({ chat_history }, failing)).status).toBe(529);
      expect((await post({ query_image: image }, failing)).status).toBe(529);
      expect(await post({ chat_history, rephrase: true }, lost)).toMatchObject({
        status: 412,
        body: { detail: 'Unable to rephrase the query with the provided context.' },
      });
      const items = await ask({ chat_history }, lost, { pieces: ['Ada Brown.'] });
      expect([answerText(items), found(items)?.rephrased_query]).toEqual(['Ada Brown.', undefined]);
    });

    it('in the middle of its answer leaves what was found and what it had said', async () => {
      const items = await ask({}, { pieces: ['Ada ', 'Brown'], breakAfter: 1 });
      expect([answerText(items), itemOf(items, 'status')?.code]).toEqual(['Ada ', '-1']);
      expect(found(items)?.best_matches[0]).toContain(rid);
    });

    it('in a find costs the rewriting, never the results', async () => {
      provider.next(failing);
      const results = await kb.find({ query: QUERY, rephrase: true });
      expect(results.best_matches[0]).toContain(rid);
      expect(results.warnings).toEqual([expect.stringContaining('could not be rewritten')]);
    });
  });

  it('is asked nothing where no answer is wanted, and the question has an id all the same', async () => {
    const answer = await post({ generate_answer: false });
    expect(answer.headers.get('svc-learning-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(provider.calls).toEqual([]);
  });
});
