import { type AskItem, type FindResults } from '@lectern/contracts/search';
import { setTimeout as sleep } from 'node:timers/promises';
import { findByQuery } from '../harness/by-query';
import { answerText, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { apiKey, asCaller, asRole, asTemporal, issueNuaKey, nuaKey } from '../harness/credentials';
import { inAllModes, inModesOfServices } from '../harness/in-modes';
import { caller, server } from '../harness/modes';

const SECRETS = 12;
const PUBLIC = 'The observatory has a telescope on its hill.';
const CHEFS = 'Chefs salt the soup of the telescope builders at noon.';
const QUERY = 'secret telescope launch';
const HEARD_MS = 2_000;

/** Better hits than what may be seen, and more of them than anybody asks for. */
const secretText = (i: number) => `Secret telescope launch: the secret telescope launch number ${i} of the telescope.`;

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);

const resourcesOf = (results: FindResults | undefined) =>
  Object.values(results?.resources ?? {})
    .map(({ slug }) => slug ?? '')
    .sort();

inAllModes('security groups, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let key: KnowledgeBoxClient;

  const textFields = { field: { prop: 'field', type: 'text' } };
  const search = (groups: string[] | undefined, options: object = {}) =>
    kb.find({
      query: QUERY,
      top_k: 3,
      filter_expression: textFields,
      ...(groups && { security: { groups } }),
      ...options,
    });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const texts = (body: string) => ({ texts: { body: { body } } });
    const secrets = Array.from({ length: SECRETS }, (_, i) =>
      kb.createResource(
        { slug: `secret-${i}`, security: { access_groups: ['engineers'] }, ...texts(secretText(i)) },
        { wait: 'embedded' },
      ),
    );
    await Promise.all([
      ...secrets,
      kb.createResource({ slug: 'public', ...texts(PUBLIC) }, { wait: 'embedded' }),
      kb.createResource(
        { slug: 'chefs', security: { access_groups: ['chefs', '/cooks'] }, ...texts(CHEFS) },
        { wait: 'embedded' },
      ),
    ]);
    key = await asRole(kb, 'SMEMBER');
  });

  it('never let what may not be seen displace what may be', async () => {
    // Chefs at a telescope are far from the question.
    const all = { min_score: { semantic: 0.2 } };
    for (const features of [['keyword'], ['semantic'], ['keyword', 'semantic']]) {
      expect([features, textsOf(await search(['chefs'], { features, ...all })).sort()]).toEqual([
        features,
        [CHEFS, PUBLIC],
      ]);
      expect([features, textsOf(await search([], { features, ...all }))]).toEqual([features, [PUBLIC]]);
      expect(
        textsOf(await search(['engineers'], { features, ...all })).every((text) => text.startsWith('Secret')),
      ).toBe(true);
    }
  });

  it('count only what may be seen', async () => {
    const keyword = { features: ['keyword'] };
    expect((await search([], keyword)).total).toBe(1);
    expect((await search(['chefs'], keyword)).total).toBe(2);
    expect((await search(undefined, keyword)).total).toBe(SECRETS + 2);
    expect((await search([], keyword)).next_page).toBe(false);
  });

  it('are matched whole, apart from a slash before them, any of them being enough', async () => {
    const visible = async (groups: string[]) =>
      resourcesOf(await search(groups, { top_k: 50 })).filter((slug) => !slug.startsWith('secret'));
    expect(await visible(['/chefs'])).toEqual(['chefs', 'public']);
    expect(await visible(['cooks'])).toEqual(['chefs', 'public']);
    expect(await visible(['nobody', 'chefs'])).toEqual(['chefs', 'public']);
    expect(await visible(['chef'])).toEqual(['public']);
    expect(await visible(['chefs/sous'])).toEqual(['public']);
  });

  it('may come by other names and in the query', async () => {
    const synonym = await kb.find({
      query: QUERY,
      top_k: 50,
      filter_expression: textFields,
      security: { access_groups: ['chefs'] },
    });
    expect(resourcesOf(synonym)).toEqual(['chefs', 'public']);
    const found = async (security_groups?: string[]) => {
      const query = { query: 'telescope', fields: ['t'], top_k: 50, security_groups };
      return resourcesOf((await kb.api(findByQuery, { query })).results);
    };
    expect(await found(['chefs'])).toEqual(['chefs', 'public']);
    expect(await found()).toHaveLength(SECRETS + 2);
  });

  it('hold against filters that say "or"', async () => {
    const either = {
      paragraph: { prop: 'kind', kind: 'TEXT' },
      field: { prop: 'field', type: 'text' },
      operator: 'or',
    };
    expect(textsOf(await search([], { filter_expression: either, features: ['keyword'] }))).toEqual([PUBLIC]);
    const not = { field: { not: { prop: 'label', labelset: 'a', label: 'b' } } };
    expect(resourcesOf(await search([], { filter_expression: not, top_k: 50 }))).toEqual(['public']);
  });

  it('hold for answers, their retrieval and their citations', async () => {
    const items = await kb.ask({
      query: 'Which telescope launch is secret?',
      security: { groups: [] },
      citations: true,
      debug: true,
    });
    expect(resourcesOf(itemOf(items, 'retrieval')?.results)).toEqual(['public']);
    expect(JSON.stringify(items)).not.toContain('Secret telescope');
    const open = await kb.ask({
      query: 'Which telescope launch is secret?',
      security: { groups: ['engineers'] },
      citations: true,
    });
    expect(answerText(open)).toContain('Secret telescope');
    expect(Object.keys(itemOf(open, 'citations')?.citations ?? {})).not.toHaveLength(0);
  });

  it('and hiding both hold for answers', async () => {
    const box = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    await Promise.all([
      box.createResource(
        { slug: 'hidden', hidden: true, texts: { a: { body: 'The walrus weighs 900 kilos, says a hidden text.' } } },
        { wait: 'embedded' },
      ),
      box.createResource(
        { slug: 'secret', security: { access_groups: ['x'] }, texts: { a: { body: 'The walrus weighs 800 kilos.' } } },
        { wait: 'embedded' },
      ),
      box.createResource(
        { slug: 'open', texts: { a: { body: 'The walrus weighs 700 kilos.' } } },
        { wait: 'embedded' },
      ),
    ]);
    const cited = async (request: object) => {
      const items = await box.ask({ query: 'How much does the walrus weigh?', citations: true, ...request });
      return {
        slugs: resourcesOf(itemOf(items, 'retrieval')?.results),
        weights: [...new Set(answerText(items).match(/[789]00/g))].sort(),
      };
    };
    expect(await cited({ security: { groups: [] } })).toEqual({ slugs: ['open'], weights: ['700'] });
    expect((await cited({})).slugs).toEqual(['open', 'secret']);
    expect((await cited({ security: { groups: ['x'] }, show_hidden: true })).slugs).toEqual([
      'hidden',
      'open',
      'secret',
    ]);
  });

  it('change what is found as soon as a resource changes', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'A wandering albatross' } } }, { wait: 'embedded' });
    const seen = async (groups?: string[]) =>
      (await kb.foundTexts({ query: 'albatross', features: ['keyword'], ...(groups && { security: { groups } }) }))
        .length === 1;
    expect([await seen(), await seen([]), await seen(['pilots'])]).toEqual([true, true, true]);
    await kb.modifyResource(rid, { security: { access_groups: ['pilots'] } });
    await until(async () => ((await seen([])) ? undefined : true), 'the resource is closed');
    expect([await seen(), await seen([]), await seen(['pilots'])]).toEqual([true, false, true]);
    await kb.modifyResource(rid, { security: { access_groups: [] } });
    await until(async () => ((await seen([])) ? true : undefined), 'the resource is open');
  });

  it('are empty where the box enforces security and nobody names any', async () => {
    await kb.modify({ enforce_security: true });
    try {
      expect(resourcesOf(await search(undefined, { top_k: 50 }))).toEqual(['public']);
      expect(resourcesOf(await search(['chefs'], { top_k: 50 }))).toEqual(['chefs', 'public']);
      const items = await kb.ask({ query: 'Which telescope launch is secret?' });
      expect(resourcesOf(itemOf(items, 'retrieval')?.results)).toEqual(['public']);
    } finally {
      await kb.modify({ enforce_security: false });
    }
    expect(resourcesOf(await search(undefined, { top_k: 50 }))).toHaveLength(SECRETS + 2);
  });

  it('of a temporal key replace those of the body', async () => {
    const temporal = await asTemporal(key, { security_groups: ['chefs'] });
    const query = 'Which telescope launch is secret?';
    const found = async (request: object) =>
      resourcesOf(itemOf(await temporal.ask({ query, ...request }), 'retrieval')?.results);
    expect(await found({})).toEqual(['chefs', 'public']);
    expect(await found({ security: { groups: ['engineers'] } })).toEqual(['chefs', 'public']);
    const bySlug = await temporal.client.send('POST', `${kb.path}/slug/secret-0/ask`, {
      body: { query },
      headers: { 'x-synchronous': 'true' },
    });
    expect(bySlug).toMatchObject({ status: 404, body: { detail: 'Resource not found' } });
  });

  it('of a temporal key open nothing but asking', async () => {
    const temporal = await asTemporal(key, { security_groups: ['engineers'] });
    for (const [method, path, body] of [
      ['GET', kb.path, undefined],
      ['GET', `${kb.path}/resources`, undefined],
      ['POST', `${kb.path}/find`, { query: 'x' }],
      ['GET', `${kb.path}/slug/public`, undefined],
    ] as const) {
      expect([path, await temporal.client.send(method, path, { body })]).toMatchObject([path, { status: 403 }]);
    }
  });
});

inModesOfServices('temporal keys, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let key: KnowledgeBoxClient;
  const mint = (box: KnowledgeBoxClient, body: object) =>
    box.client.send('POST', '/service_account_temporal_key', { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    key = await asRole(kb, 'SCONTRIBUTOR');
  });

  it('live for at most ten seconds', async () => {
    for (const ttl of [0, -1, 11, 3_600, 1.5, 'long'])
      expect([ttl, (await mint(key, { ttl })).status]).toEqual([ttl, 422]);
    for (const body of [{}, { ttl: 1 }, { ttl: 10 }, { security_groups: null }])
      expect((await mint(key, body)).status).toBe(201);
  });

  it('are not made for an empty list of groups, which would open the whole box', async () => {
    const refused = await mint(key, { security_groups: [] });
    const detail = [{ loc: ['body', 'security_groups'], msg: expect.stringContaining('Leave the member out') }];
    expect(refused).toMatchObject({ status: 422, body: { detail } });
  });

  it('are as good as their parent without groups, until they end', async () => {
    const temporal = await asTemporal(key, { ttl: 1 });
    await temporal.createResource({});
    await sleep(1_100);
    expect(await temporal.client.send('GET', kb.path)).toMatchObject({ status: 401 });
  });

  it('are made of API keys only', async () => {
    const temporal = await asTemporal(key);
    const nua = asCaller(kb, nuaKey((await issueNuaKey(kb)).token));
    for (const box of [temporal, nua, kb])
      expect(await mint(box, {})).toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
    expect((await mint(asCaller(kb, {}), {})).status).toBe(401);
  });

  it('that see nothing get no answer, and no model is asked', async () => {
    const box = await server(mode).createKnowledgeBox();
    await box.createResource(
      { security: { access_groups: ['engineers'] }, texts: { a: { body: 'A secret gyroscope' } } },
      { wait: 'embedded' },
    );
    const api = asCaller(box, apiKey(await box.key('SMEMBER')));
    const blind = await asTemporal(api, { security_groups: ['chefs'] });
    const items = await blind.ask({ query: 'Which gyroscope is secret?' });
    expect(items.map(({ type }) => type)).toEqual(['status', 'answer', 'retrieval']);
    expect(items[0]).toEqual({ type: 'status', code: '-3', status: 'no_retrieval_data' });

    await box.createResource({ texts: { a: { body: 'A gyroscope turns.' } } }, { wait: 'embedded' });
    const partial = await asTemporal(api, { security_groups: ['chefs'] });
    const useless = await partial.ask({ query: 'How many people signed the gyroscope treaty of Vienna?' });
    expect(itemOf(useless, 'status')).toMatchObject({ code: '-2', status: 'no_context' });
  });
});

inModesOfServices('published boxes, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nobody: KnowledgeBoxClient;
  /** Changes made through one gateway reach the others a moment later. */
  const answers = (wanted: number, headers: Record<string, string>) => {
    const isHeard = async () => {
      const asked = Array.from({ length: 4 }, () => nobody.client.send('GET', kb.path, { headers }));
      return (await Promise.all(asked)).every(({ status }) => status === wanted) || undefined;
    };
    return until(isHeard, `every gateway answers ${wanted}`, HEARD_MS);
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nobody = kb.as(caller(mode));
    await Promise.all([
      kb.createResource({ slug: 'open', texts: { a: { body: 'An open heron' } } }, { wait: 'embedded' }),
      kb.createResource(
        { slug: 'closed', security: { access_groups: ['x'] }, texts: { a: { body: 'A closed heron' } } },
        { wait: 'embedded' },
      ),
    ]);
    await kb.modify({ state: 'PUBLISHED', enforce_security: true });
  });

  it('are readable for anybody', async () => {
    expect((await nobody.client.send('GET', kb.path)).status).toBe(200);
    expect((await nobody.client.send('GET', `${kb.path}/slug/open`)).status).toBe(200);
    expect(await nobody.foundTexts({ query: 'heron', fields: ['t'] })).toEqual(['An open heron']);
    expect(answerText(await nobody.ask({ query: 'Which heron is open?' }))).toContain('heron');
  });

  it('are writable and manageable for nobody else', async () => {
    expect((await nobody.client.send('POST', `${kb.path}/resources`, { body: {} })).status).toBe(401);
    expect((await nobody.client.send('DELETE', `${kb.path}/slug/open`)).status).toBe(401);
    expect((await nobody.client.send('GET', `${kb.accountPath}/service_accounts`)).status).toBe(401);
    expect((await nobody.client.send('PATCH', kb.accountPath, { body: { state: 'PRIVATE' } })).status).toBe(401);
  });

  it('may name the pages and addresses that are let in', async () => {
    await kb.modify({ allowed_origins: ['https://good.example'] });
    await answers(403, { origin: 'https://bad.example' });
    await answers(200, { origin: 'https://good.example' });
    await kb.modify({ allowed_origins: null, allowed_ip_addresses: ['203.0.113.0/24'] });
    await answers(403, {});
    await answers(403, { 'x-forwarded-for': '203.0.113.7' });
    await kb.modify({ allowed_ip_addresses: ['127.0.0.0/8'] });
    await answers(200, {});
    await kb.modify({ allowed_ip_addresses: null });
  });

  it('are closed again at once', async () => {
    await kb.modify({ state: 'PRIVATE' });
    await answers(401, {});
    expect((await nobody.client.send('POST', `${kb.path}/ask`, { body: { query: 'heron' } })).status).toBe(401);
  });
});
