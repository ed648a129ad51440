import type { FindResults } from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN = '0'.repeat(32);

inStandalone('why a resource is not found, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let tides: string;
  let moon: string;
  let secret: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const text = (body: string) => ({ texts: { a: { body } } });
    tides = await kb.createResource(
      { title: 'A', ...text('High tide, high water, tide tables.') },
      { wait: 'embedded' },
    );
    moon = await kb.createResource(
      { title: 'B', ...text('The moon is far away from the harbour.') },
      { wait: 'embedded' },
    );
    const restricted = { title: 'C', ...text('High tide for few.'), security: { access_groups: ['hr'] } };
    secret = await kb.createResource(restricted, { wait: 'embedded' });
  });

  const missing = async (body: object): Promise<NonNullable<FindResults['missing']>> => {
    const request = {
      features: ['keyword' as const],
      query: 'high tides',
      debug: true,
      reranker: 'noop' as const,
      ...body,
    };
    return (await kb.find({ explain_missing: [tides, moon], ...request })).missing ?? {};
  };

  it('is said for each stage', async () => {
    expect(await missing({})).toEqual({
      [tides]: { stage: 'none', paragraph: `${tides}/t/a/0-35`, rank: 0 },
      [moon]: { stage: 'retrieval', legs: [{ leg: 'keyword', reason: 'no_word', absent_words: ['high', 'tides'] }] },
    });
    const partly = await missing({ query: 'moon tides', min_score: { bm25: 1_000 } });
    expect(partly[moon]).toMatchObject({
      stage: 'retrieval',
      legs: [{ leg: 'keyword', reason: 'min_score', min_score: 1_000, absent_words: ['tides'] }],
    });
    expect((await missing({ query: 'harbour -moon' }))[moon]?.legs).toEqual([
      { leg: 'keyword', reason: 'excluded_word' },
    ]);
    const field = { prop: 'resource', id: tides };
    expect((await missing({ filter_expression: { field } }))[moon]).toEqual({ stage: 'filters' });
    const behind = await missing({ query: 'moon high tide tables', top_k: 1, security: { groups: [] } });
    expect(behind[moon]).toEqual({ stage: 'fusion', paragraph: `${moon}/t/a/0-38`, rank: 1, limit: 1 });
    const ordered = { query: 'moon high tide tables', top_k: 1, reranker: 'predict', security: { groups: [] } };
    expect((await missing(ordered))[moon]).toEqual({
      stage: 'order',
      paragraph: `${moon}/t/a/0-38`,
      rank: 1,
      limit: 1,
    });
    const byMeaning = { features: ['semantic'], min_score: { semantic: 0.99 } };
    expect((await missing(byMeaning))[moon]).toMatchObject({
      legs: [{ leg: 'semantic', reason: 'min_score', score: expect.any(Number), min_score: 0.99 }],
    });
  });

  it('is the same for what is not visible as for what does not exist', async () => {
    const asked = { explain_missing: [secret, UNKNOWN], security: { groups: [] } };
    expect(await missing(asked)).toEqual({ [secret]: { stage: 'unknown' }, [UNKNOWN]: { stage: 'unknown' } });
    expect((await missing({ explain_missing: [secret] }))[secret]).toMatchObject({ stage: 'none' });
  });

  it('names the places that all results would have on a longer page', async () => {
    const box = await server(mode).createKnowledgeBox();
    const rids: string[] = [];
    const filler = 'and much else was written in those years by those who stayed there '.repeat(4);
    for (const body of [
      'Eels, eels and boats: eels follow boats.',
      `Eels, eels, eels, eels ${filler} follow, follow, follow, follow ${filler} boats, boats, boats, boats.`,
      `${filler} Eels follow boats. ${filler}`,
      `Boats ${filler} follow ${filler} eels.`,
    ])
      rids.push(await box.createResource({ title: 'Notes', texts: { a: { body } } }, { wait: 'searchable' }));
    const asked = {
      features: ['keyword' as const],
      query: 'eels follow boats',
      debug: true,
      reranker: { name: 'predict' as const, window: 10 },
    };
    const explained = { ...asked, explain_missing: rids };
    const ranked = async (body: object) =>
      Object.entries((await box.find({ ...explained, ...body })).missing ?? {}).map(([rid, { rank }]) => [rid, rank]);
    expect(await ranked({ top_k: 1 })).toEqual(await ranked({ top_k: 10 }));
  });

  it('has bounds', async () => {
    const rids = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(32, '0'));
    for (const [body, status] of [
      [{ explain_missing: rids(10), debug: true }, 200],
      [{ explain_missing: rids(11), debug: true }, 422],
      [{ explain_missing: rids(1) }, 422],
      [{ explain_missing: ['tides'], debug: true }, 422],
    ] as const)
      expect((await kb.client.send('POST', `${kb.path}/find`, { body: { query: 'a', ...body } })).status).toBe(status);
  });
});
