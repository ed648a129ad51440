import { deleteResource, modifyResource } from '@lectern/contracts/knowledge-box';
import { type AskTraceAnswer, getAskTrace, replayAsk } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';

const SENTENCE = 'The ibex climbs steep rocks.';
const OTHER = 'Goats and ibexes climb dams for salt.';

/** @returns the id of the answer */
async function asked(kb: KnowledgeBoxClient, members: object = {}, path = ''): Promise<string> {
  const body = { query: 'What does the ibex climb?', ...members };
  const { headers } = await kb.client.send('POST', `${kb.path}${path}/ask`, { body });
  return headers.get('svc-learning-id') ?? '';
}

/** Traces are written a moment after their answer. */
function traceOf(kb: KnowledgeBoxClient, learning_id: string): Promise<AskTraceAnswer> {
  const find = () => kb.api(getAskTrace, { params: { learning_id } }).catch(() => undefined);
  return until(find, `the trace of ${learning_id}`);
}

const replayed = (kb: KnowledgeBoxClient, learning_id: string) => kb.api(replayAsk, { params: { learning_id } });

inStandalone('a recorded question, %s', (mode) => {
  it('is explained stage by stage, and replayed with the same results until the data changes', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource({ texts: { a: { body: SENTENCE } } }, { wait: 'embedded' });
    const other = await kb.createResource({ texts: { a: { body: OTHER } } }, { wait: 'embedded' });
    const learningId = await asked(kb);
    const trace = await traceOf(kb, learningId);
    const [id, ...others] = [`${rid}/t/a/0-${SENTENCE.length}`, `${other}/t/a/0-${OTHER.length}`];
    expect(trace).toMatchObject({
      learning_id: learningId,
      rephrased_question: null,
      security_groups: null,
      replayable: true,
      request: { query: 'What does the ibex climb?', top_k: 20 },
      prompt: { system: null, user: null, question: 'What does the ibex climb?' },
    });
    expect(trace.retrievals).toHaveLength(1);
    const [retrieval] = trace.retrievals;
    expect(retrieval?.parameters).toMatchObject({ top_k: 20, language: 'en', legs: ['keyword', 'semantic'] });
    for (const stage of ['keyword', 'semantic', 'fused', 'ranked'] as const)
      expect(retrieval?.[stage].map((one) => one.id)).toEqual(expect.arrayContaining([id]));
    expect(trace.context.map(({ key, text }) => [key, text])).toEqual([
      [id, SENTENCE],
      [others[0], OTHER],
    ]);
    expect(await replayed(kb, learningId)).toMatchObject({ identical: true, differences: [] });

    await kb.api(modifyResource, { params: { rid: other }, body: { texts: { a: { body: 'Cats sleep.' } } } });
    const changed = await until(async () => {
      const found = await replayed(kb, learningId);
      return found.differences.some(({ stage, removed }) => stage === 'context' && removed.length > 0)
        ? found
        : undefined;
    }, 'the replay sees the change');
    expect(changed.identical).toBe(false);
    const context = changed.differences.find(({ stage }) => stage === 'context');
    expect(context?.removed).toEqual(others);

    await kb.api(deleteResource, { params: { rid } });
    const after = await traceOf(kb, learningId);
    expect(JSON.stringify(after)).not.toContain('steep');
    expect(after.context.map(({ text }) => text)).toEqual([null, null]);
  });
});

inStandalone('the trace of a question', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    rid = await kb.createResource({ slug: 'ibex', texts: { a: { body: SENTENCE } } }, { wait: 'embedded' });
  });

  it('shows texts and prompts to owners only', async () => {
    const prompt = { system: 'Be brief.' };
    const extra_context = ['The ibex lives in the Alps.'];
    const learningId = await asked(kb, { extra_context, prompt, citations: true });
    const owned = await traceOf(kb, learningId);
    expect(owned).toMatchObject({ request: { extra_context, prompt }, prompt: prompt });
    expect(owned.context[0]).toMatchObject({ key: 'USER_CONTEXT_0', text: extra_context[0] });
    const reader = await asRole(kb, 'SMEMBER');
    const read = await traceOf(reader, learningId);
    expect(read).toMatchObject({ retrievals: owned.retrievals, sentences: owned.sentences, prompt: null });
    expect(JSON.stringify(read)).not.toMatch(/Alps|brief|steep/);
    const path = `${kb.path}/ask/trace/${learningId}`;
    expect((await reader.client.send('POST', `${path}/replay`)).status).toBe(403);
    expect((await caller(mode).send('GET', path)).status).toBe(401);
  });

  it('says which sentences of the answer the context supports, where the question asked for citations', async () => {
    const learningId = await asked(kb, { citations: true, citation_threshold: 0.1 });
    expect((await traceOf(kb, learningId)).sentences).toEqual([
      { status: 'exact', start: 0, end: expect.any(Number), sources: [`${rid}/t/a/0-${SENTENCE.length}`] },
    ]);
    expect((await traceOf(kb, await asked(kb))).sentences).toBeNull();
  });

  it('is of a conversation and of one resource, too', async () => {
    const chat_history = [{ author: 'USER', text: 'Tell me of the ibex.' }];
    const learningId = await asked(kb, { query: 'What does it climb?', chat_history }, `/resource/${rid}`);
    const trace = await traceOf(kb, learningId);
    expect(trace.rephrased_question).toContain('ibex');
    expect(await replayed(kb, learningId)).toMatchObject({ identical: true });
  });

  it('says what can no longer be seen', async () => {
    const learningId = await asked(kb, { security: { groups: ['hr'] } });
    await traceOf(kb, learningId);
    await kb.api(modifyResource, { params: { rid }, body: { security: { access_groups: ['other'] } } });
    const gone = await until(async () => {
      const { identical, differences } = await replayed(kb, learningId);
      return identical ? undefined : differences;
    }, 'the restriction is seen');
    expect(gone.map(({ stage }) => stage)).toContain('ranked');
    await kb.api(modifyResource, { params: { rid }, body: { security: { access_groups: [] } } });
  });

  it('is not of unknown answers', async () => {
    const path = (id: string) => `${kb.path}/ask/trace/${id}`;
    for (const id of ['0'.repeat(32)]) {
      expect((await kb.client.send('GET', path(id))).status).toBe(404);
      expect((await kb.client.send('POST', `${path(id)}/replay`)).status).toBe(404);
    }
    expect((await kb.client.send('GET', path('unknown'))).status).toBe(422);
    const learningId = await asked(kb);
    await traceOf(kb, learningId);
    const other = await server(mode).createKnowledgeBox();
    expect((await other.client.send('GET', `${other.path}/ask/trace/${learningId}`)).status).toBe(404);
  });
});
