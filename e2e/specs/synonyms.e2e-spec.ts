import { deleteSynonyms, getSynonyms, putSynonyms } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';

inStandalone('custom synonyms, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });
  const put = (synonyms: unknown) => send('PUT', '/custom-synonyms', { synonyms });

  beforeEach(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are replaced as a whole, read and deleted', async () => {
    expect(await kb.api(getSynonyms)).toEqual({ synonyms: {} });
    await kb.api(putSynonyms, { body: { synonyms: { car: ['automobile', 'motor vehicle'], tree: [] } } });
    expect(await kb.api(getSynonyms)).toEqual({ synonyms: { car: ['automobile', 'motor vehicle'], tree: [] } });
    expect(await put({ sea: ['ocean'] })).toMatchObject({ status: 204, body: '' });
    expect(await kb.api(getSynonyms)).toEqual({ synonyms: { sea: ['ocean'] } });
    await kb.api(deleteSynonyms);
    expect((await send('DELETE', '/custom-synonyms')).status).toBe(204);
    expect(await kb.api(getSynonyms)).toEqual({ synonyms: {} });
  });

  it('have bounds', async () => {
    const terms = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, ['s']]));
    for (const [synonyms, status] of [
      [terms(5_000), 204],
      [terms(5_001), 422],
      [{ a: Array(51).fill('s') }, 422],
      [{ a: Array(50).fill('x'.repeat(200)) }, 204],
      [{ a: ['x'.repeat(201)] }, 422],
      [{ ['x'.repeat(200)]: Array(50).fill('x'.repeat(60)) }, 204],
      [{ ['x'.repeat(201)]: ['s'] }, 422],
      [{ a: [''] }, 422],
      [{ '': ['a'] }, 422],
      [{ a: 'b' }, 422],
      [null, 422],
    ] as const)
      expect([JSON.stringify(synonyms).slice(0, 60), (await put(synonyms)).status]).toEqual([
        JSON.stringify(synonyms).slice(0, 60),
        status,
      ]);
    const long = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, Array(50).fill('x'.repeat(200))]));
    expect((await put(long)).status).toBe(422);
  });

  it('belong to one knowledge box, and to writers', async () => {
    await put({ sea: ['ocean'] });
    expect(await (await server(mode).createKnowledgeBox()).api(getSynonyms)).toEqual({ synonyms: {} });
    expect((await kb.client.send('GET', `/kb/${UNKNOWN_BOX}/custom-synonyms`)).status).toBe(404);
    const reader = new Client(kb.client.origin, apiKey(await kb.key('SMEMBER')));
    expect((await reader.send('GET', `${kb.path}/custom-synonyms`)).status).toBe(200);
    expect((await reader.send('PUT', `${kb.path}/custom-synonyms`, { body: { synonyms: {} } })).status).toBe(403);
    expect((await reader.send('DELETE', `${kb.path}/custom-synonyms`)).status).toBe(403);
  });

  it('are for searches by words', async () => {
    const refusal = {
      status: 412,
      body: {
        detail:
          'Invalid query. Error in synonyms: Search with custom synonyms is only supported on paragraph and document search',
      },
    };
    for (const features of [undefined, ['semantic'], ['keyword', 'semantic']])
      expect(await send('POST', '/find', { query: 'sea', features, with_synonyms: true })).toMatchObject(refusal);
    expect(await send('GET', '/find?query=sea&with_synonyms=true')).toMatchObject(refusal);
    expect(await send('POST', '/ask', { query: 'sea', with_synonyms: true })).toMatchObject(refusal);
    expect((await send('GET', '/find?query=sea&with_synonyms=true&features=keyword')).status).toBe(200);
    expect((await send('POST', '/find', { query: '', with_synonyms: true })).status).toBe(200);
  });
});

inStandalone('a search with synonyms, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const texts = ['The ocean is deep.', 'A motor vehicle stops.', 'The vehicle has a motor.', 'Nothing else.'];

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    for (const body of texts) await kb.createResource({ texts: { a: { body } } }, { wait: 'searchable' });
    await kb.api(putSynonyms, { body: { synonyms: { sea: ['ocean'], car: ['motor vehicle'] } } });
  });

  const found = (query: string, with_synonyms = true) =>
    kb.foundTexts({ query, with_synonyms, features: ['keyword'], reranker: 'noop' });

  it('finds what has a synonym instead of the word', async () => {
    expect(await found('sea')).toEqual(['The ocean is deep.']);
    expect(await found('sea', false)).toEqual([]);
    expect(await found('Sea')).toEqual([]);
  });

  it('finds fields that have a word or its synonym, and all other words', async () => {
    const fields = async (query: string) => {
      const { body } = await kb.client.send('POST', `${kb.path}/search`, {
        body: { query, with_synonyms: true, features: ['fulltext'] },
      });
      return Object(body).fulltext.total;
    };
    expect([await fields('sea'), await fields('sea deep'), await fields('sea motor')]).toEqual([1, 1, 0]);
    expect([await fields('car stops'), await fields('car has')]).toEqual([1, 1]);
  });

  it('finds a synonym of several words side by side', async () => {
    expect(await found('car?')).toEqual(['A motor vehicle stops.']);
  });

  it('uses synonyms as they were replaced last', async () => {
    await kb.api(putSynonyms, { body: { synonyms: { sea: ['nothing'] } } });
    await until(async () => ((await found('sea'))[0] === 'Nothing else.' ? true : undefined), 'synonyms are replaced');
    await kb.api(deleteSynonyms);
    await until(async () => ((await found('sea')).length === 0 ? true : undefined), 'synonyms are deleted');
  });
});
