import { createHash } from 'node:crypto';
import { allOperations } from '@lectern/contracts/operations';
import { httpOperations } from '@lectern/gateway';
import type { KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, asTemporal } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { asUser } from '../harness/users';

const FIELD = { text: 'a', file: 'f', conversation: 'c' };
/** As long as the other slugs, so that answers that repeat it are, too. */
const MISSING = { rid: '0'.repeat(32), rslug: 'nosuchslug' };
/** Members that differ in each answer. */
const VOLATILE = new Set(['date', 'x-request-id', 'x-svc-trace-id', 'svc-learning-id', 'keep-alive']);
const BODY = { query: 'Which heron is there?', messages: [], resources: [] };

const md5Of = (text: string) => createHash('md5').update(text).digest('hex');

interface Named {
  readonly rid: string;
  readonly rslug: string;
}

/** Every operation that names a resource in its path, with fields and files that the resources of this spec have. */
const paths = httpOperations(allOperations, ['zone'])
  .map(({ http }) => http)
  .filter(({ path }) => /\{(rid|rslug)\}/.test(path))
  .flatMap(({ method, path }) =>
    Object.entries(FIELD).map(([type, field]) => {
      const known: Readonly<Record<string, string>> = {
        field_type: type,
        message_ident: 'm1',
        file_num: '0',
        path: 'thumbnail',
        upload_id: '0'.repeat(32),
        field_id: fieldIn(path) ?? field,
      };
      return { method, path: path.replaceAll(/\{(\w+)\*?\}/g, (whole, name: string) => known[name] ?? whole) };
    }),
  )
  .filter((one, at, all) => all.findIndex(({ method, path }) => method === one.method && path === one.path) === at);

/** A path that names the type of its field fits a field of that type. */
function fieldIn(path: string): string | undefined {
  return Object.entries(FIELD).find(([type]) => path.includes(`/${type}/{field_id}`))?.[1];
}

async function answerTo(
  { client, id }: KnowledgeBoxClient,
  { method, path }: { readonly method: string; readonly path: string },
  named: Named,
): Promise<unknown> {
  const filled = path.replace('{kbid}', id).replace('{rid}', named.rid).replace('{rslug}', named.rslug);
  const body = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : BODY;
  const query = path.endsWith('/search') ? '?query=heron' : '';
  const { status, headers, body: said } = await client.send(method, `${filled}${query}`, { body });
  const shown = [...headers].filter(([name]) => !VOLATILE.has(name));
  return { status, headers: shown, body: JSON.parse(withoutNames(JSON.stringify(said ?? null), named)) };
}

function withoutNames(text: string, { rid, rslug }: Named): string {
  return text.replaceAll(rid, '{rid}').replaceAll(rslug, '{rslug}');
}

inStandalone('resources that a caller may not see, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let restricted: Named;
  let hidden: Named;
  let reader: KnowledgeBoxClient;

  const made = async (rslug: string, members: object): Promise<Named> => {
    const file = {
      payload: Buffer.from('<svg/>').toString('base64'),
      filename: 'a.svg',
      content_type: 'image/svg+xml',
    };
    const message = {
      ident: 'm1',
      content: { text: `A ${rslug} heron said so`, attachments: [{ ...file, md5: md5Of('<svg/>') }] },
    };
    const content = {
      texts: { a: { body: `A ${rslug} heron` } },
      files: { f: { file: { ...file, payload: Buffer.from(rslug).toString('base64'), content_type: 'text/plain' } } },
      conversations: { c: { messages: [message] } },
    };
    return { rid: await kb.createResource({ slug: rslug, ...content, ...members }, { wait: 'searchable' }), rslug };
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    [restricted, hidden] = await Promise.all([
      made('restricted', { security: { access_groups: ['hr'] } }),
      made('hiddenslug', { hidden: true }),
      made('open', {}),
    ]);
    await kb.modify({ state: 'PUBLISHED' });
    reader = asCaller(kb, apiKey(await kb.key('SMEMBER')));
  });

  const differing = async (by: KnowledgeBoxClient, unseen: readonly Named[]) => {
    const wrong: string[] = [];
    for (const one of paths) {
      const missing = await answerTo(by, one, MISSING);
      for (const named of unseen) {
        const answer = await answerTo(by, one, named);
        if (JSON.stringify(answer) !== JSON.stringify(missing))
          wrong.push(`${one.method} ${one.path}: ${JSON.stringify(answer)}, not ${JSON.stringify(missing)}`);
      }
    }
    return wrong;
  };

  it('are named by some operations', async () => {
    expect(paths.length).toBeGreaterThan(60);
    const seen = await answerTo(reader, { method: 'GET', path: '/api/v1/kb/{kbid}/slug/{rslug}' }, restricted);
    expect(seen).toMatchObject({ status: 200 });
  });

  it.each([
    ['nobody', async () => kb.as(caller(mode))],
    ['a user without a role', async () => asUser(mode, kb)],
  ])('answer %s as missing ones do, by id and by slug, in every operation', async (_, as) => {
    expect(await differing(await as(), [restricted, hidden])).toEqual([]);
  });

  it('show up in no answer to a guest that lists, searches, counts or reads by id', async () => {
    const [query, ids] = ['heron', [restricted.rid, hidden.rid]];
    const paragraphs = ids.map((rid) => `${rid}/t/a/0-18`);
    const asked: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['GET', 'resources'],
      ['GET', 'catalog?query=heron'],
      ['POST', 'catalog', { query }],
      ['POST', 'catalog/facets', { facets: ['/metadata.status'] }],
      ['GET', 'find?query=heron&show_hidden=true&security_groups=hr'],
      ['POST', 'find', { query, show_hidden: true, security: { groups: ['hr'] }, resource_filters: ids }],
      ['POST', 'search', { query, show_hidden: true, features: ['keyword', 'fulltext', 'semantic'], min_score: -1 }],
      ['GET', 'suggest?query=heron&show_hidden=true'],
      ['POST', 'retrieve', { query: { query }, filters: { show_hidden: true, security: { groups: ['hr'] } } }],
      ['POST', 'augment', { resources: [{ given: ids, basic: true, values: true, extracted_text: true }] }],
      ['POST', 'augment', { paragraphs: [{ given: paragraphs.map((id) => ({ id })), text: true }] }],
      ['POST', 'hydrate', { data: paragraphs, hydration: { paragraph: { text: true }, resource: {} } }],
      ['POST', 'graph', { query: { prop: 'path' }, show_hidden: true }],
      ['GET', 'entitiesgroups'],
      ['GET', 'counters'],
    ];
    const guests = [kb.as(caller(mode)), await asUser(mode, kb)];
    const wrong: unknown[] = [];
    for (const [method, path, body] of asked)
      for (const { client } of guests) {
        const answer = await client.send(method, `${kb.path}/${path}`, { body });
        const text = JSON.stringify(answer.body);
        if (answer.status !== 200 || /restricted|hiddenslug/.test(text)) wrong.push([path, answer.status, text]);
      }
    expect(wrong).toEqual([]);
  });

  it('answer a key with other groups as missing ones do', async () => {
    // Keys live for seconds.
    for (const one of paths.filter(({ path }) => path.endsWith('/ask'))) {
      const key = await asTemporal(reader, { security_groups: ['it'] });
      const missing = await answerTo(key, one, MISSING);
      expect([one.path, await answerTo(key, one, restricted)]).toEqual([one.path, missing]);
      expect(missing).toMatchObject({ status: 404 });
      const own = await asTemporal(reader, { security_groups: ['hr'] });
      expect(await answerTo(own, one, restricted)).toMatchObject({ status: 200 });
    }
  });

  it('answer a request with other groups as missing ones do, wherever it names them', async () => {
    const security = { groups: ['it'] };
    const query = 'Which heron is there?';
    const slugIs = (slug: string) => ({ filter_expression: { field: { prop: 'resource', slug } } });
    for (const path of ['find', 'search', 'ask']) {
      const said = async (slug: string, groups: object) => {
        const body = { query, ...slugIs(slug), ...groups };
        const answer = await reader.client.send('POST', `${kb.path}/${path}`, { body });
        const named = { rid: MISSING.rid, rslug: slug };
        return { status: answer.status, body: withoutNames(JSON.stringify(answer.body), named) };
      };
      const missing = await said(MISSING.rslug, { security });
      expect([path, missing.status]).toEqual([path, 412]);
      expect([path, await said(restricted.rslug, { security })]).toEqual([path, missing]);
      expect([path, (await said(restricted.rslug, { security: { groups: ['hr'] } })).status]).toEqual([path, 200]);
    }
    for (const named of [restricted, MISSING])
      for (const path of [`resource/${named.rid}/ask`, `slug/${named.rslug}/ask`]) {
        const { status, body } = await reader.client.send('POST', `${kb.path}/${path}`, { body: { query, security } });
        expect([path, status, body]).toEqual([path, 404, { detail: 'Resource not found' }]);
      }
  });
});
