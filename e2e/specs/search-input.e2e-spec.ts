import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';

const CONNECTIONS = 4;
const QUERY_CHARS_MAX = 20_000;
const UNKNOWN = 'f'.repeat(32);

/** Possible queries. */
const texts: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \t\n ',
  'stop words': 'the of and',
  'one letter': 'a',
  operators: '-* "" - "',
  wild: '*?~^:()[]',
  emoji: '🌊👩‍👩‍👧',
  'control characters': '\u0001\u0008\u001b[0m\u007f',
  NUL: 'moon\u0000sea',
  'right to left': 'البحر ‮moon',
  'lone surrogates': '\ud800 moon \udc00',
  combining: `m${'\u0301'.repeat(2_000)}`,
  SQL: "'; DROP TABLE resources; --%_\\",
  'no characters': '\ufffe\uffff\ufeff\u200b',
  HTML: '<mark>moon</mark>',
  template: '${moon} {{sea}} %s%n',
  path: '../../etc/passwd',
  'one long word': 'a'.repeat(QUERY_CHARS_MAX),
  'many words': 'moon sea '.repeat(2_222),
  quotes: '"'.repeat(QUERY_CHARS_MAX),
  'many phrases': '"moon sea" '.repeat(1_818),
  'many exclusions': '-moon '.repeat(3_333),
  astral: '🌊'.repeat(10_000),
  'many different words': Array.from({ length: 4_000 }, (_, i) => `w${i}`)
    .join(' ')
    .slice(0, QUERY_CHARS_MAX),
};
const leafOfTag = { prop: 'origin_tag', tag: 'a' };
const alternating = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<object>(
    (inner, _, i) => ({ [i % 2 === 0 ? 'and' : 'or']: [leafOfTag, inner] }),
    leafOfTag,
  );
const inLists = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ and: [inner, leafOfTag] }), leafOfTag);
const nested = (levels: number, leaf: unknown = { prop: 'label', labelset: 'a' }): unknown =>
  Array.from({ length: levels }).reduce((not) => ({ not }), leaf);

/** Bodies of a search by words and meaning, in JSON where a value has no other form. */
const bodies: Readonly<Record<string, object | string>> = {
  'no body': '',
  'no object': '[]',
  text: '"moon"',
  null: 'null',
  'half of one': '{"query": "moon"',
  __proto__: '{"__proto__":{"query":1}}',
  'a number for the query': { query: 5 },
  'a list for the query': { query: ['moon'] },
  'no number of results': { query: 'moon', top_k: 0 },
  'a negative number of results': { query: 'moon', top_k: -1 },
  'half a result': { query: 'moon', top_k: 0.5 },
  'a huge number of results': { query: 'moon', top_k: 1e15 },
  'a number of results beyond all numbers': '{"query":"moon","top_k":1e400}',
  'a number of results beside all numbers': '{"query":"moon","top_k":-0}',
  'huge numbers in a vector': { query: 'moon', vector: Array(384).fill(1e308) },
  'numbers in a vector beyond all numbers': `{"query":"moon","vector":[${Array(384).fill('1e400').join()}]}`,
  'tiny numbers in a vector': { query: 'moon', vector: Array(384).fill(5e-324) },
  'a vector without a direction': { query: 'moon', vector: Array(384).fill(0) },
  'a short vector': { query: 'moon', vector: [1] },
  'a long vector': { query: 'moon', vector: Array(100_000).fill(1) },
  'texts in a vector': { query: 'moon', vector: ['1'] },
  'huge scores': { query: 'moon', min_score: { semantic: 1e308, bm25: 1e308 } },
  'a score below all': { query: 'moon', min_score: -1e308 },
  'a strange vectorset': { query: 'moon', vectorset: '\u0000' },
  'huge boosts': {
    query: 'moon',
    rank_fusion: { name: 'rrf', k: 1e308, boosting: { keyword: 1e308, semantic: -1e308 } },
  },
  'a fusion of nothing': { query: 'moon', rank_fusion: { name: 'rrf', k: 0 } },
  'a negative constant of fusion': { query: 'moon', rank_fusion: { name: 'rrf', k: -1 } },
  'groups that are strange': { query: 'moon', security: { groups: ['\u0000', '\ud800', '', '/', '🌊'] } },
  'unknown fields': { query: 'moon', fields: ['z', 'z/z', '', '/', 't/\u0000', '\ud800'] },
  'unknown resources': { query: 'moon', resource_filters: [UNKNOWN, `${UNKNOWN}/t/\u0000`] },
  'strange labels': { query: 'moon', filters: ['/l/\u0000', '/l/\ud800/🌊', '//', '/', "/l/'"] },
  'labels of a megabyte': {
    query: 'moon',
    filters: Array.from({ length: 256 }, (_, i) => `/l/${i}`.padEnd(4_096, 'x')),
  },
  'far too many labels': { query: 'moon', filters: Array.from({ length: 100_000 }, (_, i) => `/l/a/${i}`) },
  'dates of nobody': {
    query: 'moon',
    range_creation_start: '-271821-04-20T00:00:00Z',
    range_creation_end: '9999-12-31',
  },
  'a date that is none': { query: 'moon', range_creation_start: '2024-02-31T25:61:00Z' },
  'too much audit metadata': { query: 'moon', audit_metadata: { a: 'x'.repeat(10_240) } },
  'strange audit metadata': { query: 'moon', audit_metadata: { '\u0000': '\ud800\u0000' } },
};
const expressions: Readonly<Record<string, unknown>> = {
  'no object': 'x',
  'a list': [],
  'an unknown member': { all: [] },
  'an unknown operator': { operator: 'xor' },
  '25 levels': { field: nested(25) },
  '50 levels': { field: nested(50) },
  '51 levels': { field: nested(51) },
  '10,000 levels': { field: nested(2_000) },
  'levels of facts': { key_value: nested(50, { schema_id: 'a', key: 'b', eq: 1 }) },
  '9 alternations': { field: alternating(9) },
  '50 alternations': { field: alternating(50) },
  'strange texts': {
    field: { or: ['tag', 'collaborator'].map((name) => ({ prop: `origin_${name}`, [name]: '\u0000\ud800🌊' })) },
  },
  'a strange slug': { field: { prop: 'resource', slug: '\u0000\ud800' } },
  'a strange id': { field: { prop: 'resource', id: '\u0000' } },
  'an unknown resource': { field: { prop: 'resource', id: UNKNOWN } },
  'a strange word': { field: { prop: 'keyword', word: '\u0000' } },
  'a long word': { field: { prop: 'keyword', word: 'a'.repeat(4_096) } },
  'a strange fact': { key_value: { schema_id: '\u0000', key: '\ud800', eq: '\u0000' } },
  'a huge fact': { key_value: { schema_id: 'a', key: 'b', gte: -1e308, lte: 1e308 } },
  'no condition': { field: { prop: 'toString' } },
  '500 conditions': { field: { or: Array.from({ length: 500 }, (_, i) => ({ prop: 'origin_tag', tag: `t${i}` })) } },
  'too many conditions': {
    field: { or: Array.from({ length: 501 }, (_, i) => ({ prop: 'origin_tag', tag: `t${i}` })) },
  },
};

inStandalone('what is strange to look for, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const payload = { title: 'The moon', texts: { a: { body: 'The moon pulls the sea, and Ada Lovelace knows.' } } };
    rid = await kb.createResource(payload, { wait: 'embedded' });
  });

  it('is refused when a filter says more than its conditions do', async () => {
    const tag = { prop: 'origin_tag', tag: 'x' };
    const wrong = [
      { ...tag, foo: 1 },
      { and: [tag], bar: 1 },
      { and: [tag], or: [tag] },
      { and: [{ not: tag, prop: 'label' }] },
      { operator: 'or', operands: [tag], and: [tag] },
      { prop: 'language', language: 'en', only_primary: 'yes' },
    ];
    const right = [
      { ...tag, and: null },
      { or: [tag], and: null, operator: null },
    ];
    const status = async (path: string, body: object) =>
      (await kb.client.send('POST', `${kb.path}${path}`, { body })).status;
    const statuses = (field: object) => {
      const filtered = { query: 'moon', filter_expression: { field } };
      const graph = { query: { prop: 'node', value: 'Ada' }, filter_expression: { field } };
      const catalog = { filter_expression: { resource: field } };
      return Promise.all([
        ...['/find', '/search', '/suggest'].map((path) => status(path, filtered)),
        status('/catalog', catalog),
        status('/graph', graph),
      ]);
    };
    for (const field of wrong) expect([field, await statuses(field)]).toEqual([field, Array(5).fill(422)]);
    for (const field of right) expect([field, await statuses(field)]).toEqual([field, Array(5).fill(200)]);
  });

  /** Statuses of requests that are neither answered nor refused. */
  const failures = async (requests: readonly (readonly [method: string, path: string, body?: object | string])[]) => {
    const failed: string[] = [];
    await inParallel(requests, CONNECTIONS, async ([method, path, body]) => {
      const json = typeof body === 'string' ? body : JSON.stringify(body);
      const { status, body: answer } = await kb.client.send(method, `${kb.path}${path}`, {
        ...(json !== undefined && { raw: json, headers: { 'content-type': 'application/json' } }),
      });
      if (![200, 206, 400, 404, 412, 413, 422].includes(status))
        failed.push(`${method} ${path.slice(0, 80)} ${json?.slice(0, 80)}: ${status} ${JSON.stringify(answer)}`);
    });
    return failed;
  };

  it.each(Object.entries(texts))('is found or refused: %s', async (_, query) => {
    const text = encodeURIComponent(query.toWellFormed()).slice(0, 8_000).replace(/%.?$/, '');
    const node = { prop: 'node', value: query };
    const catalog = ['exact', 'words', 'fuzzy', 'starts_with', 'ends_with', 'contains'].map((match) => ({
      query: { field: 'title', match, query },
    }));
    expect(
      await failures([
        ...['/find', '/search', '/suggest', '/catalog'].map((path) => ['POST', path, { query }] as const),
        ['POST', '/find', { query, features: ['keyword'], highlight: true, with_synonyms: true }],
        ['POST', '/find', { query, features: ['semantic', 'relations'], reranker: 'predict' }],
        ['POST', '/search', { query, features: ['keyword', 'fulltext'], sort: { field: 'created' }, offset: 1 }],
        ['POST', '/retrieve', { query: { query } }],
        ['POST', '/retrieve', { query: { keyword: { query } } }],
        ...catalog.map((body) => ['POST', '/catalog', body] as const),
        ['POST', '/catalog', { query: { field: 'slug', match: 'starts_with', query } }],
        ['POST', '/graph', { query: { prop: 'path', source: { value: query }, destination: { value: query } } }],
        ...['exact', 'fuzzy', 'fuzzy_words'].flatMap((match) =>
          ['/graph', '/graph/nodes'].map((path) => ['POST', path, { query: { ...node, match } }] as const),
        ),
        ['POST', '/graph/relations', { query: { prop: 'relation', label: query } }],
        ['POST', '/hydrate', { data: [query, `${rid}/t/a/0-9`], hydration: { resource: {} } }],
        [
          'POST',
          '/augment',
          { resources: [{ given: [query], title: true }], fields: [{ given: [query], text: true }] },
        ],
        ...[`/resource/${rid}/search`, '/find', '/search', '/suggest', '/catalog'].map(
          (path) => ['GET', `${path}?query=${text}`] as const,
        ),
      ]),
    ).toEqual([]);
  });

  it.each(Object.entries(bodies))('is found or refused with %s', async (_, body) => {
    const paths = ['/find', '/search', '/suggest', '/catalog', '/retrieve', '/augment', '/hydrate'];
    const graphs = ['/graph', '/graph/nodes', '/graph/relations'];
    expect(await failures([...paths, ...graphs].map((path) => ['POST', path, body] as const))).toEqual([]);
  });

  it.each(Object.entries(expressions))('is found or refused where a filter has %s', async (_, expression) => {
    const request = { query: 'moon', filter_expression: expression };
    const json = encodeURIComponent((JSON.stringify(expression) ?? '').toWellFormed());
    const { field } = Object(expression) as { field?: unknown };
    expect(
      await failures([
        ...['/find', '/search', '/suggest'].map((path) => ['POST', path, request] as const),
        ['POST', '/catalog', { filter_expression: { resource: field } }],
        ['POST', '/retrieve', { query: { query: 'moon' }, filters: { filter_expression: expression } }],
        ['POST', '/graph', { query: { prop: 'path' }, filter_expression: { field } }],
        ['POST', '/graph', { query: field }],
        ...(json.length > 8_000
          ? []
          : ['/find', '/search', '/suggest', `/resource/${rid}/search`].map(
              (path) => ['GET', `${path}?query=moon&filter_expression=${json}`] as const,
            )),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['50 negations', { field: nested(50) }, 200],
    ['51 negations', { field: nested(51) }, 412],
    ['50 lists', { field: inLists(50) }, 200],
    ['51 lists', { field: inLists(51) }, 412],
    ['200 lists', { field: inLists(200) }, 422],
    ['50 alternations', { field: alternating(50), paragraph: { prop: 'kind', kind: 'TEXT' } }, 200],
    ['51 alternations', { field: alternating(51) }, 412],
  ])('a filter may be nested: %s', async (_, expression, status) => {
    const json = encodeURIComponent(JSON.stringify(expression));
    const body = { query: 'moon', filter_expression: expression };
    const groups = { security: { groups: ['a'] } };
    const sent = [
      kb.client.send('POST', `${kb.path}/find`, { body: { ...body, ...groups, show_hidden: true } }),
      kb.client.send('POST', `${kb.path}/search`, { body: { ...body, ...groups } }),
      kb.client.send('GET', `${kb.path}/find?query=moon&filter_expression=${json}`),
    ];
    const answers = await Promise.all(sent);
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  });

  it.each([
    ['/find', 'top_k', 200, 201],
    ['/search', 'top_k', 200, 201],
    ['/search', 'offset', 1_000, 1_001],
    ['/catalog', 'page_size', 200, 201],
    ['/graph', 'top_k', 500, 501],
    ['/retrieve', 'top_k', 500, 501],
  ])('%s has a %s of %i at most', async (path, member, most, beyond) => {
    const query = path === '/graph' ? { prop: 'path' } : path === '/retrieve' ? { query: 'moon' } : 'moon';
    const features = member === 'offset' ? { features: ['keyword'] } : {};
    const status = async (value: number) => {
      const body = { query, ...features, [member]: value };
      return (await kb.client.send('POST', `${kb.path}${path}`, { body })).status;
    };
    expect([await status(most), await status(beyond), await status(-1)]).toEqual([200, 422, 422]);
  });

  it.each(['/find', '/search', '/suggest', '/catalog'])(
    '%s takes a query of 20,000 characters, and none longer',
    async (path) => {
      const statusOf = async (chars: number) => {
        const body = { query: 'moon '.repeat(chars).slice(0, chars) };
        return (await kb.client.send('POST', `${kb.path}${path}`, { body })).status;
      };
      expect([await statusOf(QUERY_CHARS_MAX), await statusOf(QUERY_CHARS_MAX + 1)]).toEqual([200, 422]);
    },
  );

  it('is not found in a box or a resource that is not there', async () => {
    const statusOf = async (path: string) => (await kb.client.send('GET', path)).status;
    for (const operation of ['find', 'search']) {
      const answer = await kb.client.send('GET', `/kb/00000000-0000-4000-8000-00000000dead/${operation}?query=moon`);
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Knowledge Box not found' } });
    }
    expect(await statusOf(`${kb.path}/resource/${UNKNOWN}/search?query=moon`)).toBe(404);
    expect(await statusOf(`${kb.path}/resource/%00/search?query=moon`)).toBe(404);
  });
});
