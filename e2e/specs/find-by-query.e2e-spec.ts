import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

inStandalone('a find by query parameters, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const get = (query: string) => kb.client.send('GET', `${kb.path}/find?${query}`);

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const texts = {
      a: { body: 'The moon pulls the sea, and the tide follows.' },
      b: { body: 'Ada Lovelace met Charles Babbage by the sea.' },
    };
    rid = await kb.createResource({ texts }, { wait: 'embedded' });
  });

  it.each([
    { query: '', keyword_filters: ['sea', 'met charles'] },
    { query: '', resource_filters: ['RID/t/a', 'RID/t/b'] },
    { query: 'sea', rephrase: true, rephrase_prompt: 'Say {question}', generative_model: 'local' },
    { query: 'sea', vector: [1, 0] },
    {
      query: 'sea',
      features: ['keyword', 'graph'],
      graph_query: { prop: 'path', destination: { value: 'Ada Lovelace' } },
    },
    { query: 'sea', search_after: 'TOKEN', top_k: 1 },
    { query: 'sea', debug: true, explain_missing: ['a'.repeat(32)] },
  ])('has what one by body has: %j', async (asked) => {
    const { search_after: token } = await kb.find({ query: 'sea', top_k: 1 });
    const text = JSON.stringify(asked).replaceAll('RID', rid).replaceAll('TOKEN', String(token));
    // The same as in JSON above.
    const body = JSON.parse(text) as Record<string, unknown>;
    const params = new URLSearchParams(
      Object.entries(body).flatMap(([name, value]) =>
        [value]
          .flat()
          .map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
      ),
    );
    const [byQuery, byBody] = await Promise.all([
      get(params.toString()),
      kb.client.send('POST', `${kb.path}/find`, { body }),
    ]);
    expect([byQuery.status, withoutTimes(byQuery.body)]).toEqual([byBody.status, withoutTimes(byBody.body)]);
  });

  it('says where it is wrong', async () => {
    for (const [query, detail] of [
      ['query=x&search_after=bm90IGpzb24=', [{ loc: ['query', 'search_after'] }]],
      ['features=graph&graph_query=%7B%22prop%22%3A1%7D', [{ loc: ['query', 'graph_query'] }]],
      ['resource_filters=x', 'resource id filter'],
      ['vector=near', [{ loc: ['query', 'vector', '0'] }]],
    ] as const)
      expect(await get(query)).toMatchObject({
        status: 422,
        body: { detail: typeof detail === 'string' ? expect.stringContaining(detail) : detail },
      });
    for (const query of [
      'features=graph&graph_query=%7B',
      'graph_query=%7B%22prop%22%3A%22node%22%7D',
      'features=graph',
    ])
      expect((await get(query)).status).toBe(412);
  });
});

function withoutTimes(results: unknown): unknown {
  return typeof results === 'object' ? { ...results, metrics: undefined } : results;
}
