import { listVectorsets } from '@lectern/contracts/knowledge-box';
import { catalogue } from '@lectern/models';
import { findByQuery } from '../harness/by-query';
import { type KnowledgeBoxClient, textsOf } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { server } from '../harness/modes';

const paragraphs = {
  tides: 'The moon pulls the sea, and the tide follows.',
  bread: 'Bread rises because yeast makes gas.',
  bees: 'Bees dance to tell the hive where the flowers are.',
};

inModesOfServices('find, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const ids: Record<string, string> = {};
  const post = (body: object) => kb.client.send('POST', `${kb.path}/find`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    for (const [slug, body] of Object.entries(paragraphs)) {
      ids[slug] = await kb.createResource(
        {
          slug,
          texts: { body: { body } },
          usermetadata: { classifications: [{ labelset: 'topics', label: slug }] },
          origin: {
            created: slug === 'bees' ? '2001-01-01' : '2020-06-01T12:00:00Z',
            tags: [slug],
            path: `/shelf/${slug}`,
          },
        },
        { wait: 'embedded' },
      );
    }
  });

  it('finds by meaning what shares no word', async () => {
    const results = await kb.find({ query: 'Why does dough get bigger?', features: ['semantic'], reranker: 'noop' });
    expect(textsOf(results)[0]).toBe(paragraphs.bread);
    const [best] = Object.values(Object.values(results.resources)[0]?.fields ?? {}).flatMap(({ paragraphs: own }) =>
      Object.values(own),
    );
    expect(best).toMatchObject({ score_type: 'VECTOR', order: 0 });
  });

  it('gives exactly reciprocal ranks when they are requested', async () => {
    const results = await kb.find({
      query: 'moon sea tide',
      rank_fusion: 'rrf',
      reranker: 'noop',
      min_score: { semantic: 0.2 },
    });
    const found = Object.values(results.resources).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ paragraphs: own }) => Object.values(own)),
    );
    const best = found.find(({ order }) => order === 0);
    expect(best).toMatchObject({ text: paragraphs.tides, score_type: 'BOTH' });
    expect(best?.score).toBeCloseTo(2 / 60, 10);
  });

  it('weighs meaning as a request says, and says how', async () => {
    const query = { query: 'moon sea tide', reranker: 'noop', debug: true, min_score: { semantic: 0.2 } } as const;
    const explained = async (semantic_weight: number | null) => {
      const rank_fusion = { name: 'wCombSUM', semantic_weight } as const;
      const { best_matches: best, explanations } = await kb.find({ ...query, rank_fusion });
      return explanations?.[best[0] ?? ''];
    };
    const [some, usual] = [await explained(0.9), await explained(null)];
    expect(some?.fusion).toMatchObject({ type: 'wCombSUM', semantic_weight: 0.9 });
    expect(some?.legs).toContainEqual(expect.objectContaining({ leg: 'semantic', rank: 0, term: expect.closeTo(0.9) }));
    const [first] = (await kb.api(listVectorsets)).vectorsets;
    expect(usual?.fusion?.semantic_weight).toBe(catalogue.find(({ id }) => id === first?.id)?.fusionWeight);
    // Without any weight, meaning is not looked at.
    expect((await explained(0))?.legs.map(({ leg }) => leg)).toEqual(['keyword']);
  });

  it('says what the score of the reranker is the sum of', async () => {
    const { explanations = {} } = await kb.find({ query: 'bees bread moon', debug: true });
    const rerankers = Object.values(explanations).flatMap(({ reranker }) => reranker ?? []);
    expect(rerankers.length).toBeGreaterThan(1);
    for (const { score, terms } of rerankers)
      expect(Object.values(terms ?? {}).reduce((sum, term) => sum + term, 0)).toBeCloseTo(score, 9);
  });

  it('orders what it found, and keys fields with a leading slash', async () => {
    const results = await kb.find({ query: 'bees bread moon', features: ['keyword'], fields: ['t'] });
    const found = Object.values(results.resources).flatMap(({ fields }) => {
      expect(Object.keys(fields)).toEqual(['/t/body']);
      return Object.values(fields).flatMap(({ paragraphs: own }) => Object.values(own));
    });
    const byOrder = found.sort((a, b) => a.order - b.order).map(({ id }) => id);
    expect(results.best_matches).toEqual(byOrder);
    expect(found[0]?.labels[0]).toMatch(/^\/l\/topics\//);
  });

  it('prefers, of two that say the same, the one whose title says what is asked', async () => {
    const own = await server(mode).createKnowledgeBox();
    const body = 'Grease the bearings every month, and note it in the log.';
    for (const title of ['Inlet screens', 'Booster pumps', 'Chlorination'])
      await own.createResource({ title, texts: { body: { body } } }, { wait: 'searchable' });
    const query = 'grease the bearings of the booster pumps';
    const bodies = { features: ['keyword'], query, fields: ['t'] };
    const {
      best_matches: [best],
      resources,
    } = await own.find(bodies);
    expect(resources[String(best).split('/')[0] ?? '']).toMatchObject({ title: 'Booster pumps' });
  });

  it('filters by whatever a tree of conditions says', async () => {
    const query = { query: '', features: ['keyword'], top_k: 10 };
    const found = async (field: object) => (await kb.foundTexts({ ...query, filter_expression: { field } })).sort();
    const label = (name: string) => ({ prop: 'label', labelset: 'topics', label: name });
    expect(await found(label('bees'))).toContain(paragraphs.bees);
    expect(await found(label('bees'))).not.toContain(paragraphs.bread);
    expect(await found({ and: [{ or: [label('bees'), label('bread')] }, { prop: 'field', type: 'text' }] })).toEqual([
      paragraphs.bees,
      paragraphs.bread,
    ]);
    expect(await found({ and: [{ prop: 'field', type: 'text' }, { not: label('tides') }] })).toEqual([
      paragraphs.bees,
      paragraphs.bread,
    ]);
    expect(
      await found({
        and: [
          { prop: 'resource', slug: 'tides' },
          { prop: 'field', type: 'text', name: 'body' },
        ],
      }),
    ).toEqual([paragraphs.tides]);
    expect(
      await found({
        and: [
          { prop: 'created', until: '2010-01-01' },
          { prop: 'field', type: 'text' },
        ],
      }),
    ).toEqual([paragraphs.bees]);
    expect(
      await found({
        and: [
          { prop: 'origin_path', prefix: 'shelf/bread' },
          { prop: 'field', type: 'text' },
        ],
      }),
    ).toEqual([paragraphs.bread]);
    expect(await found({ prop: 'origin_tag', tag: 'nothing' })).toEqual([]);
    expect(await found({ prop: 'generated', by: 'data-augmentation' })).toEqual([]);
  });

  it('understands the older filters, but not beside a tree', async () => {
    const found = await kb.foundTexts({
      query: '',
      features: ['keyword'],
      filters: ['/l/topics/bees'],
      fields: ['t/body'],
    });
    expect(found).toEqual([paragraphs.bees]);
    expect(
      await kb.foundTexts({
        query: '',
        features: ['keyword'],
        filters: [{ none: ['/l/topics/bees', '/l/topics/tides'] }],
        fields: ['t'],
      }),
    ).toEqual([paragraphs.bread]);
    expect(await kb.foundTexts({ query: 'moon', resource_filters: [ids['bees']] })).not.toContain(paragraphs.tides);
    expect(
      await post({ filters: ['/l/x'], filter_expression: { field: { prop: 'origin_tag', tag: 'x' } } }),
    ).toMatchObject({
      status: 412,
      body: { detail: 'Invalid query. Error in filter_expression: Cannot mix old filters with filter_expression' },
    });
  });

  it('keeps fields that have a word or phrase, or have it not', async () => {
    const query = { query: '', features: ['keyword'], top_k: 10 };
    const texts = async (request: object) => (await kb.foundTexts({ ...query, ...request })).sort();
    const { bees, bread, tides } = paragraphs;
    const word = (said: string) => ({ prop: 'keyword', word: said });
    const within = (condition: object) => ({
      filter_expression: { field: { and: [condition, { prop: 'field', type: 'text' }] } },
    });
    expect(await texts(within(word('HIVE')))).toEqual([bees]);
    expect(await texts(within(word('the hive')))).toEqual([bees]);
    expect(await texts(within(word('hive the')))).toEqual([]);
    expect(await texts(within({ not: word('hive') }))).toEqual([bread, tides].sort());
    expect(await texts({ fields: ['t'], keyword_filters: ['hive', 'flowers'] })).toEqual([bees]);
    expect(await texts({ fields: ['t'], keyword_filters: [{ none: ['hive', 'bread'] }] })).toEqual([tides]);
    const meant = { query: 'Which insects dance?', features: ['semantic'], fields: ['t'], min_score: -1 };
    expect(await texts({ ...meant, keyword_filters: [{ any: ['hive'] }] })).toEqual([bees]);
    const both = { keyword_filters: ['hive'], ...within(word('hive')) };
    expect((await post(both)).status).toBe(412);
  });

  it('marks the words of the query on demand', async () => {
    expect((await kb.foundTexts({ query: 'bread "yeast makes"', highlight: true, fields: ['t'] }))[0]).toBe(
      '<mark>Bread</mark> rises because <mark>yeast makes</mark> gas.',
    );
    const meant = { query: 'bread', features: ['semantic' as const], highlight: true, fields: ['t'], min_score: -1 };
    expect((await kb.foundTexts(meant))[0]).toBe('Bread rises because yeast makes gas.');
  });

  it('leaves out what an exclusion names', async () => {
    const found = await kb.foundTexts({ query: 'bees bread -hive', features: ['keyword'] });
    expect(found).toContain(paragraphs.bread);
    expect(found).not.toContain(paragraphs.bees);
    const dough = { query: 'why does dough rise -yeast', min_score: { semantic: -1 }, debug: true };
    const explained = { ...dough, explain_missing: [ids['bread'] ?? ''] };
    for (const features of [['keyword', 'semantic'], ['semantic']] as const) {
      const results = await kb.find({ ...explained, features: [...features] });
      expect(textsOf(results)).not.toContain(paragraphs.bread);
      expect(textsOf(results)).toEqual(expect.arrayContaining([paragraphs.tides, paragraphs.bees]));
      const legs = features.map((leg) => ({ leg, reason: 'excluded_word' }));
      expect(results.missing?.[ids['bread'] ?? '']).toEqual({ stage: 'retrieval', legs });
    }
    expect(await kb.foundTexts({ query: '-yeast -moon', features: ['semantic'] })).toEqual([]);
    const { tides, bread, bees } = paragraphs;
    for (const query of ['tides -"yeast makes" -"makes bread"', '-"yeast makes"']) {
      const others = await kb.foundTexts({ query, fields: ['t'], min_score: { semantic: -1 } });
      expect(others).toContain(tides);
      expect(others).not.toContain(bread);
    }
    const byWords = await kb.foundTexts({ query: '-"moon pulls"', features: ['keyword'], fields: ['t'] });
    expect(byWords.sort()).toEqual([bees, bread]);
  });

  it('drops hits below the minimum score', async () => {
    expect(await kb.foundTexts({ query: 'moon', features: ['keyword'], min_score: { bm25: 1_000 } })).toEqual([]);
    expect(await kb.foundTexts({ query: 'moon', features: ['semantic'], min_score: 0.999 })).toEqual([]);
  });

  it('answers the same by query parameters', async () => {
    const filter = JSON.stringify({ field: { prop: 'label', labelset: 'topics', label: 'bees' } });
    const query = { query: 'flowers', top_k: 3, features: ['keyword'], filter_expression: filter } as const;
    const { results, incomplete } = await kb.api(findByQuery, { query });
    expect(incomplete).toBe(false);
    expect(results).toMatchObject({
      query: 'flowers',
      page_size: 3,
      total: 1,
      next_page: false,
      relations: { entities: {} },
    });
  });

  it('goes on by words with the token of its answer, to the end and without repeats', async () => {
    for (const query of ['moon bread bees', '']) {
      const all = (await kb.find({ query, features: ['keyword'], reranker: 'noop', top_k: 200 })).best_matches;
      const shown: string[] = [];
      let search_after: string | null | undefined;
      do {
        const page = await kb.find({ query, top_k: 2, search_after });
        shown.push(...page.best_matches);
        ({ search_after } = page);
        expect(page.next_page).toBe(typeof search_after === 'string');
      } while (search_after && shown.length <= all.length + 2);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown).toEqual(expect.arrayContaining([...all]));
    }
    const { search_after: token } = await kb.find({ query: 'moon bread bees', top_k: 1 });
    for (const request of [
      { query: 'moon', search_after: token },
      { query: 'x', search_after: 'bm90IGpzb24=' },
    ])
      expect(await post(request)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'value_error', loc: ['body', 'search_after'] }] },
      });
  });

  it('rewrites the query on demand, and refuses an image that no model reads', async () => {
    const found = await kb.find({ query: 'bees', rephrase: true, rephrase_prompt: 'Say {question} at length' });
    expect(found).toMatchObject({ query: 'bees', rephrased_query: 'bees', relations: { entities: {} } });
    expect(textsOf(found)[0]).toBe(paragraphs.bees);
    const query_image = { content_type: 'image/png', b64encoded: 'iVBORw0=' };
    expect(await post({ query: 'x', query_image })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'query_image'], msg: expect.stringContaining('no model') }] },
    });
  });

  it('filters by what data augmentation made', async () => {
    const field = { prop: 'generated', by: 'data-augmentation', da_task: 'summary' };
    expect(await kb.foundTexts({ query: '', filter_expression: { field } })).toEqual([]);
    const everything = { field: { not: field } };
    expect(await kb.foundTexts({ query: 'bees', filter_expression: everything })).toContain(paragraphs.bees);
    const body = 'Hive dances, in short.';
    await kb.createResource({ texts: { 'da-summary-t-body': { body } } }, { wait: 'searchable' });
    expect(await kb.foundTexts({ query: '', filter_expression: { field } })).toEqual([body]);
  });

  it('finds nothing by meaning when there is neither a question nor a vector', async () => {
    for (const vector of [undefined, null, []])
      expect(await post({ query: '', features: ['semantic'], vector })).toMatchObject({
        status: 200,
        body: { best_matches: [] },
      });
  });

  it('refuses a vector of another length than the model has, wherever vectors are sent', async () => {
    const [first] = (await kb.api(listVectorsets)).vectorsets;
    const dimensions = catalogue.find(({ id }) => id === first?.id)?.dimensions ?? 0;
    for (const length of [2, dimensions + 1]) {
      const vector = Array.from({ length }, () => 0.5);
      const lengths = `vectors of ${first?.id} have ${dimensions} dimensions, not ${length}`;
      const detail = `Invalid query. Error in vector: Invalid vector length, ${lengths}`;
      const queries = [{ request: { query: 'x', vector } }];
      for (const [path, body, status] of [
        ['find', { query: 'x', vector }, 412],
        ['search', { query: 'x', vector }, 412],
        ['retrieve', { query: { query: 'x', override: { semantic: { vector } } } }, 422],
        ['ask', { query: 'x', rag_strategies: [{ name: 'prequeries', queries }] }, 412],
      ] as const) {
        const refused = await kb.client.send('POST', `${kb.path}/${path}`, { body });
        expect([path, refused]).toEqual([path, expect.objectContaining({ status, body: { detail } })]);
      }
      const parameters = new URLSearchParams([['query', 'x'], ...vector.map((value) => ['vector', String(value)])]);
      const refused = await kb.client.send('GET', `${kb.path}/find?${parameters}`);
      expect(refused).toMatchObject({ status: 412, body: { detail } });
    }
  });

  it('refuses what is out of bounds with the words of the interface', async () => {
    expect(await post({ query: 'x', top_k: 201 })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'less_than_equal', loc: ['body', 'top_k'], input: 201, ctx: { le: 200 } }] },
    });
    expect(await post({ query: 'x', filter_expression: { field: { prop: 'nonsense' } } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'union_tag_invalid', loc: ['body', 'filter_expression', 'field'] }] },
    });
    const wrong = JSON.stringify({ field: { prop: 'nonsense' } });
    expect(await kb.client.send('GET', `${kb.path}/find?filter_expression=${encodeURIComponent(wrong)}`)).toMatchObject(
      {
        status: 422,
        body: { detail: [{ loc: ['query', 'filter_expression', 'field'] }] },
      },
    );
    expect(await post({ query: 'x', features: ['keyword', 'relations'], with_synonyms: true })).toMatchObject({
      status: 412,
    });
    expect(await post({ query: 'x', vectorset: 'nonsense' })).toMatchObject({ status: 412 });
    expect(await post({ query: 'x', features: ['nonsense'] })).toMatchObject({ status: 422 });
    expect(
      await post({ query: 'x', filter_expression: { field: { prop: 'resource', slug: 'nobody' } } }),
    ).toMatchObject({
      status: 412,
      body: { detail: 'Invalid query. Error in slug: Cannot find slug nobody' },
    });
  });
});
