import { addVectorset, deleteVectorset, listProcessingStatus, listVectorsets } from '@lectern/contracts/knowledge-box';
import { type Answer, type KnowledgeBoxClient, until } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { type Mode, server } from '../harness/modes';

const FERRY = 'The ferry to the island leaves at noon.';
const BREAD = 'Bread is baked before dawn.';

const vectorset = (id: string) => ({ params: { vectorset_id: id } });
const namesOf = async (kb: KnowledgeBoxClient) => (await kb.api(listVectorsets)).vectorsets.map(({ id }) => id);
const send = (kb: KnowledgeBoxClient, method: 'POST' | 'DELETE', id: string): Promise<Answer> =>
  kb.client.send(method, `${kb.path}/vectorsets/${encodeURIComponent(id)}`);
const search = (kb: KnowledgeBoxClient, query: string, id: string): Promise<Answer> => {
  const body = { query, vectorset: id, features: ['semantic'], min_score: { semantic: 0.05 } };
  return kb.client.send('POST', `${kb.path}/find`, { body });
};

/** Until nothing is left to be embedded. */
function untilFilled(kb: KnowledgeBoxClient): Promise<true> {
  return until(async () => {
    const { vectorsets } = await kb.api(listVectorsets);
    return vectorsets.every(({ waiting }) => waiting === undefined) ? true : undefined;
  }, 'all vectorsets have all resources');
}

/** A box, the model that it began with, and another one that is installed. */
async function newBox(mode: Mode): Promise<{ kb: KnowledgeBoxClient; first: string; second: string }> {
  const kb = await server(mode).createKnowledgeBox();
  const [first = ''] = await namesOf(kb);
  return { kb, first, second: first === 'lexical' ? 'minilm-l6' : 'lexical' };
}

inStandalone('vectorsets, %s', (mode) => {
  it('begin with that of the default model, which is the last one and stays', async () => {
    const { kb, first } = await newBox(mode);
    expect(await kb.api(listVectorsets)).toEqual({ vectorsets: [{ id: first }] });
    const last = await send(kb, 'DELETE', first);
    expect([last.status, last.body]).toEqual([409, { detail: 'Deletion of your last vectorset is not allowed' }]);
    expect((await send(kb, 'DELETE', 'unknown')).status).toBe(204);
  });

  it('are deleted at once for searches, and can be added again when nothing of them is left', async () => {
    const { kb, first, second } = await newBox(mode);
    await kb.createResource({ texts: { a: { body: FERRY } } }, { wait: 'embedded' });
    await kb.api(addVectorset, vectorset(second));
    await untilFilled(kb);
    await kb.api(deleteVectorset, vectorset(first));
    expect(await namesOf(kb)).toEqual([second]);
    const refused = await search(kb, 'ferry', first);
    const reason = `Invalid query. Error in vectorset: Vectorset ${first} doesn't exist in your Knowledge Box`;
    expect([refused.status, refused.body]).toEqual([412, { detail: reason }]);
    const again = async () => {
      const { status, body } = await send(kb, 'POST', first);
      if (status !== 201) {
        const detail = 'Vectorset is already being deleted. Please try again later.';
        expect([status, body]).toEqual([409, { detail }]);
      }
      return status === 201 ? true : undefined;
    };
    await until(again, 'the vectorset can be added again');
    await untilFilled(kb);
    expect(await namesOf(kb)).toEqual([second, first]);
    expect(JSON.stringify((await search(kb, 'When does the ferry leave?', first)).body)).toContain(FERRY);
  });

  it('are added once of many times at once, and one of the last two cannot be deleted', async () => {
    const { kb, first, second } = await newBox(mode);
    const added = await Promise.all([1, 2, 3, 4, 5].map(() => send(kb, 'POST', second)));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const exists = added.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(exists).toEqual(exists.map(() => ({ detail: `Vectorset ${second} already exists` })));
    const deleted = await Promise.all([first, second].map((id) => send(kb, 'DELETE', id)));
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await namesOf(kb)).toHaveLength(1);
  });

  it('are only of models that are installed', async () => {
    const { kb, first } = await newBox(mode);
    const unknown = await send(kb, 'POST', 'x'.repeat(250));
    expect(unknown.status).toBe(422);
    expect(unknown.body).toEqual({
      detail: expect.stringMatching(
        /^Unknown embedding model x+; installed, or usable with keys of this box, are .*lexical/,
      ),
    });
    const long = await send(kb, 'POST', 'x'.repeat(251));
    expect([long.status, long.body]).toMatchObject([422, { detail: [{ loc: ['path', 'vectorset_id'] }] }]);
    expect(await namesOf(kb)).toEqual([first]);
  });

  it('are chosen with the learning configuration, that of the default model first', async () => {
    const learning_configuration = { semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' };
    const kb = await server(mode).createKnowledgeBox({ learning_configuration });
    expect(await namesOf(kb)).toEqual(['lexical', 'minilm-l6']);
    const rid = await kb.createResource({ texts: { a: { body: FERRY } } }, { wait: 'embedded' });
    await untilFilled(kb);
    for (const id of ['minilm-l6', 'lexical']) {
      const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['vectors'], vectorset: id });
      expect(data?.texts?.['a']?.extracted?.vectors?.vectors.vectors).toHaveLength(1);
    }
  });

  it('of a box that does not exist are not found', async () => {
    const { client } = (await newBox(mode)).kb;
    const path = '/kb/00000000-0000-4000-8000-000000000000/vectorsets';
    expect((await client.send('GET', path)).status).toBe(404);
    expect((await client.send('POST', `${path}/lexical`)).status).toBe(404);
    expect((await client.send('DELETE', `${path}/lexical`)).status).toBe(404);
  });
});

inModesOfServices('vectorsets of a box, %s', (mode) => {
  it('are filled with what there is, and get what comes', async () => {
    const { kb, first, second } = await newBox(mode);
    await kb.createResource({ texts: { a: { body: FERRY } } }, { wait: 'embedded' });
    expect(await kb.api(addVectorset, vectorset(second))).toEqual({ id: second });
    expect(await namesOf(kb)).toEqual([first, second]);
    await untilFilled(kb);
    const { waiting, results } = await kb.api(listProcessingStatus);
    expect([waiting.meaning.waiting, results]).toEqual([0, []]);
    await kb.createResource({ texts: { a: { body: BREAD } } }, { wait: 'embedded' });
    await untilFilled(kb);
    for (const id of [first, second]) {
      expect(JSON.stringify((await search(kb, 'When does the ferry leave the island?', id)).body)).toContain(FERRY);
      expect(JSON.stringify((await search(kb, 'When is bread baked?', id)).body)).toContain(BREAD);
    }
  });
});
