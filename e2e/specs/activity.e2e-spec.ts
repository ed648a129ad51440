import {
  getActivityDownload,
  getActivityMetrics,
  listActivityMonths,
  queryActivity,
  requestActivityDownload,
  retrieveParagraphs,
} from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { mailsTo } from '../harness/mails';
import { caller, server } from '../harness/modes';

const month = new Date().toISOString().slice(0, 7);

function bodyOf(members: object = {}) {
  return { year_month: month, filters: {}, ...members };
}

/** As plain lines, with the header. */
async function queried(kb: KnowledgeBoxClient, type: string, members?: object) {
  const { status, headers, body } = await kb.client.send('POST', `${kb.path}/activity/${type}/query`, {
    body: bodyOf(members),
  });
  // A refusal is one document.
  const lines = typeof body === 'string' ? body.split('\n').filter(Boolean) : [];
  return { status, more: headers.get('has-more'), rows: lines.map((line) => JSON.parse(line)), type: headers };
}

/** Rows appear a moment after their request. */
function untilRecorded(kb: KnowledgeBoxClient, type: string, members: object, count: number) {
  return until(async () => {
    const { rows } = await queried(kb, type, members);
    return rows.length >= count ? rows : undefined;
  }, `${count} rows of ${type}`);
}

/** Header that names the kind of client. */
const callsWithClients = [
  ['find', { query: 'a' }],
  ['search', { query: 'a' }],
  ['ask', { query: 'a' }],
  ['retrieve', { query: { query: 'a' } }],
  ['augment', {}],
  ['feedback', { ident: 'i', good: true, task: 'CHAT' }],
  ['predict/chat', { question: 'a' }],
] as const;

inStandalone('activity, %s', (mode) => {
  it('has finds and questions, who asked them and how they ended', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource(
      { texts: { a: { body: 'The ibex climbs steep rocks.' } } },
      { wait: 'embedded' },
    );
    const headers = { 'x-kbdb-user': 'ann', 'x-kbdb-client': 'widget' };
    const find = { query: 'ibex', audit_metadata: { page: 'home' }, filters: ['/icon/text/plain'] };
    await kb.client.send('POST', `${kb.path}/find`, { body: find, headers });
    await kb.ask({ query: 'What does the ibex climb?' });
    const ask = { body: { query: 'Where is the ibex?' }, headers: { ...headers, 'x-synchronous': 'true' } };
    const answer = await kb.client.send('POST', `${kb.path}/resource/${rid}/ask`, ask);

    const [found] = await untilRecorded(kb, 'search', { show: 'all', filters: { question: { eq: 'ibex' } } }, 1);
    expect(found).toMatchObject({
      question: 'ibex',
      user_id: 'ann',
      client_type: 'widget',
      audit_metadata: { page: 'home' },
      filter: { filters: ['/icon/text/plain'] },
      result_per_page: 20,
    });
    // Of two instances, each writes what it was asked once a second: ids say nothing of their order.
    const rows = await untilRecorded(kb, 'ask', { show: 'all' }, 2);
    const [first, last] = rows.toSorted((a, b) => String(a.date).localeCompare(String(b.date)));
    expect(first).toMatchObject({ question: 'What does the ibex climb?', client_type: 'api', resource_id: null });
    // A document, as the header asks for.
    const document = answer.body as { readonly answer: string; readonly learning_id: string };
    expect(last).toMatchObject({
      question: 'Where is the ibex?',
      user_id: 'ann',
      resource_id: rid,
      resources_count: 1,
      status: '0',
      answer: document.answer,
      learning_id: document.learning_id,
    });
    expect(last?.retrieved_context).toEqual([{ text_block_id: expect.stringContaining(rid) }]);

    const lines: unknown[] = [];
    const query = { params: { kbid: kb.id, event_type: 'chat' }, body: bodyOf({ show: ['question'] }) };
    for await (const { row } of kb.client.api.stream(queryActivity, query)) if (row) lines.push(row);
    const byId = rows.map(({ id, question }) => ({ id, question }));
    expect(lines).toEqual(byId);
    expect(await kb.api(listActivityMonths, { params: { event_type: 'search' } })).toEqual({ downloads: [month] });
    const { counts } = await kb.api(getActivityMetrics, { query: { from: `${month}-01` } });
    // Waiting for embeddings asks, too.
    expect(counts).toEqual([{ timestamp: '2001-01-01T00:00:00', search: expect.any(Number), chat: 2 }]);
  });
});

inStandalone('other kinds of activity, %s', (mode) => {
  it('are what happens to resources, once each, and who did it', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const headers = { 'x-kbdb-user': 'ann' };
    const { body } = await kb.client.send('POST', `${kb.path}/resources`, {
      headers,
      body: { texts: { a: { body: 'The ibex climbs.' } } },
    });
    const { uuid: rid } = body as { readonly uuid: string };
    // A resource deleted before it is indexed never is.
    for (const type of ['processed', 'stopped', 'indexed']) await untilRecorded(kb, type, {}, 1);
    expect((await kb.client.send('GET', `${kb.path}/resource/${rid}`, { headers })).status).toBe(200);
    await kb.client.send('PATCH', `${kb.path}/resource/${rid}`, { body: { title: 'Ibex' }, headers });
    await kb.client.send('DELETE', `${kb.path}/resource/${rid}`, { headers });
    for (const type of ['new', 'modified', 'deleted', 'visited']) {
      const rows = await untilRecorded(kb, type, { show: ['resource_id', 'user_id'] }, 1);
      expect(rows).toEqual([{ id: expect.any(Number), resource_id: rid, user_id: 'ann' }]);
    }
    const processed = await queried(kb, 'processed', { show: ['resource_id', 'user_id', 'user_type'] });
    expect(processed.rows).toEqual([
      { id: expect.any(Number), resource_id: rid, user_id: 'system', user_type: 'system' },
    ]);
    for (const type of ['started', 'stopped', 'indexed']) {
      const [first] = await untilRecorded(kb, type, { show: ['resource_id', 'user_id'] }, 1);
      const by = type === 'started' ? 'ann' : 'system';
      expect(first).toEqual({ id: expect.any(Number), resource_id: rid, user_id: by });
      expect(await kb.api(listActivityMonths, { params: { event_type: type } })).toEqual({ downloads: [month] });
    }
    expect(await kb.api(listActivityMonths, { params: { event_type: 'deleted' } })).toEqual({ downloads: [month] });
  });

  it('are suggestions, retrievals and augmentations', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'searchable' });
    await kb.client.send('GET', `${kb.path}/suggest?query=ibe`);
    const { results } = await kb.client.api.call(retrieveParagraphs, {
      params: { kbid: kb.id },
      body: { query: { query: 'ibex' } },
      headers: { 'x-kbdb-client': 'web' as const },
    });
    const paragraphs = [{ given: results.matches.map(({ id }) => ({ id })) }];
    expect((await kb.client.send('POST', `${kb.path}/augment`, { body: { paragraphs } })).status).toBe(200);
    const show = ['question', 'resources_count', 'client_type'];
    const id = expect.any(Number);
    expect(await untilRecorded(kb, 'suggest', { show }, 1)).toEqual([
      { id, question: 'ibe', resources_count: 1, client_type: 'api' },
    ]);
    expect(await untilRecorded(kb, 'retrieve', { show }, 1)).toEqual([
      { id, question: 'ibex', resources_count: 1, client_type: 'web' },
    ]);
    expect(await untilRecorded(kb, 'augment', { show: ['total_duration'] }, 1)).toEqual([
      { id, total_duration: expect.any(Number) },
    ]);
  });

  it('have the word that a client calls itself by, whatever it is, and can be filtered by it', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const long = 'c'.repeat(256);
    const words = ['toaster', 'my app/2.0', long, ''];
    const statuses = words.flatMap((word) =>
      callsWithClients.map(async ([path, body]) => {
        const headers = { 'x-kbdb-client': word };
        return (await kb.client.send('POST', `${kb.path}/${path}`, { body, headers })).status;
      }),
    );
    expect([...new Set(await Promise.all(statuses))]).toEqual([200]);

    const searches = await untilRecorded(kb, 'search', { show: ['client_type'] }, 2 * words.length);
    const counted = words.flatMap((word) => [word || 'api', word || 'api']);
    expect(searches.map(({ client_type }) => client_type).toSorted()).toEqual(counted.toSorted());
    const filters = { client_type: { eq: 'toaster' } };
    // The question and the chat.
    const asked = await untilRecorded(kb, 'ask', { show: ['client_type'], filters }, 2);
    expect(asked.map(({ client_type }) => client_type)).toEqual(['toaster', 'toaster']);
  });

  it('are chats with a model through the box', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const chat = {
      question: 'Who climbs?',
      query_context: ['The ibex climbs steep rocks.'],
      audit_metadata: { a: 'b' },
    };
    const sent = { body: chat, headers: { 'x-kbdb-client': 'widget', accept: 'application/x-ndjson' } };
    const answer = await kb.client.send('POST', `${kb.path}/predict/chat`, sent);
    const ident = answer.headers.get('svc-learning-id');
    const [row] = await untilRecorded(kb, 'chat', { show: 'all' }, 1);
    expect(row).toMatchObject({
      question: 'Who climbs?',
      learning_id: ident,
      client_type: 'widget',
      audit_metadata: { a: 'b' },
      status: '0',
      answer: expect.stringContaining('ibex'),
      retrieved_context: null,
    });
  });

  it('become files that anyone with the address can fetch', async () => {
    const kb = await server(mode).createKnowledgeBox();
    for (const query of ['a', '=b', 'c']) await kb.find({ query });
    await untilRecorded(kb, 'search', {}, 3);
    const filters = { question: { ne: 'c' } };
    const request = async (accept: string) => {
      const body = { year_month: month, filters, show: ['question'] };
      const params = { event_type: 'Search' };
      const asked = await kb.api(requestActivityDownload, { params, body, headers: { accept } });
      expect(asked).toMatchObject({ download_type: 'query', event_type: 'search', kb_id: kb.id, download_url: null });
      const { request_id } = asked;
      const url = await until(async () => {
        const now = await kb.api(getActivityDownload, { params: { request_id } });
        return now.download_url ?? undefined;
      }, 'the file is written');
      expect(url.startsWith(`${kb.client.origin}/`)).toBe(true);
      return caller(mode).send('GET', new URL(url).pathname);
    };
    const lines = await request('application/x-ndjson');
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    const rows = String(lines.body).trim().split('\n');
    // Two processes record: their events may change places.
    const questions = rows.map((row) => JSON.parse(row)).map(({ question }) => question);
    expect(questions.toSorted()).toEqual(['=b', 'a']);
    const table = await request('text/csv');
    expect(table.headers.get('content-disposition')).toBe(`attachment; filename="activity-search-${month}.csv"`);
    const cells = /^id,question\r\n(?:\d+,a\r\n\d+,'=b|\d+,'=b\r\n\d+,a)\r\n$/;
    expect(table.body).toMatch(cells);
  });
});

inStandalone('activity', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    for (const query of ['a', 'b', 'c']) await kb.find({ query, audit_metadata: { letter: query } });
    await untilRecorded(kb, 'search', {}, 3);
  });

  it('is paged and filtered, with whether there are more in a header', async () => {
    const page = await queried(kb, 'SEARCH', { pagination: { limit: 2 } });
    expect([page.status, page.more, page.type.get('content-type')]).toEqual([200, 'true', 'application/x-ndjson']);
    const [, second] = page.rows;
    const rest = await queried(kb, 'search', { pagination: { ending_before: second.id } });
    expect([rest.more, rest.rows.map(({ question }) => question)]).toEqual(['false', ['a']]);
    const filters = { audit_metadata: [{ key: 'letter', isin: ['b', 'c'] }], question: { ilike: 'B%' } };
    const { rows } = await queried(kb, 'search', { filters, show: ['audit_metadata.letter'] });
    expect(rows).toEqual([{ id: second.id, audit_metadata: { letter: 'b' } }]);
    expect(await queried(kb, 'started')).toMatchObject({ status: 200, more: 'false', rows: [] });
  });

  it.each([
    ['search', { year_month: '2026-5' }],
    ['search', { filters: undefined }],
    ['search', { filters: { user_request: { isnull: true } } }],
    ['search', { filters: { answer: { eq: 'a' } } }],
    ['search', { show: ['nothing'] }],
    ['search', { pagination: { limit: 101 } }],
    ['search', { filters: { id: { eq: 1 } }, pagination: { starting_after: 1 } }],
    ['other', {}],
    ['search', { other: true }],
  ])('of the type %s refuses %j', async (type, members) => {
    expect((await queried(kb, type, members)).status).toBe(422);
  });

  it('refuses a client whose word is too long, wherever a client is named', async () => {
    const headers = { 'x-kbdb-client': 'c'.repeat(257) };
    const statuses = callsWithClients.map(async ([path, body]) => {
      const { status } = await kb.client.send('POST', `${kb.path}/${path}`, { body, headers });
      return [path, status];
    });
    expect(await Promise.all(statuses)).toEqual(callsWithClients.map(([path]) => [path, 422]));
  });

  it('refuses unknown periods, and too many of them', async () => {
    const metrics = async (query: string) =>
      (await kb.client.send('GET', `${kb.path}/activity/metrics${query}`)).status;
    expect(await Promise.all(['', '?from=2026-01-01&aggregation=minute'].map(metrics))).toEqual([422, 422]);
    expect(await metrics('?from=1900-01-01&aggregation=hour')).toBe(422);
  });

  it.each([
    { pagination: { limit: 1 } },
    { notify_via_email: true },
    { notify_via_email: true, email_address: 'nobody' },
    { show: ['nothing'] },
    { filters: { answer: { eq: 'a' } } },
    { filters: undefined },
  ])('becomes no file by %j', async (members) => {
    const body = bodyOf(members);
    expect((await kb.client.send('POST', `${kb.path}/activity/search/query/download`, { body })).status).toBe(422);
  });

  it('has no files that nobody requested', async () => {
    const status = async (path: string) => (await kb.client.send('GET', path)).status;
    const { id } = kb;
    expect(await status(`${kb.path}/activity/download_request/${id}`)).toBe(404);
    expect(await status(`${kb.path}/activity/download_request/nothing`)).toBe(404);
    expect(await status('/activity_file/nothing')).toBe(404);
  });

  it('says by mail where a file is', async () => {
    const body = bodyOf({ notify_via_email: true, email_address: 'ann@example.org' });
    const { body: asked } = await kb.client.send('POST', `${kb.path}/activity/search/query/download`, { body });
    const { request_id } = asked as { readonly request_id: string };
    const { download_url } = await until(async () => {
      const now = await kb.api(getActivityDownload, { params: { request_id } });
      return now.download_url === null ? undefined : now;
    }, 'the file is written');
    const [mail] = await until(async () => {
      const mails = await mailsTo(mode, 'ann@example.org');
      return mails.length > 0 ? mails : undefined;
    }, 'the mail is there');
    expect(mail?.text).toContain(`  ${download_url}\n`);
  });

  it('is for readers', async () => {
    expect((await queried(await asRole(kb, 'SMEMBER'), 'search')).status).toBe(200);
    const anonymous = kb.as(caller(mode));
    expect((await queried(anonymous, 'search')).status).toBe(401);
  });
});
