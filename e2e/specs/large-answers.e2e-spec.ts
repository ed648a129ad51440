import type { Sent } from '@lectern/client';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  type Field,
  getField,
  getResource,
  listProcessingStatus,
  listResources,
  type ResourceReadQuery,
  uploadFileField,
} from '@lectern/contracts/knowledge-box';
import { type Answer, answerText, type KnowledgeBoxClient, until } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';
import { rawRequest } from '../harness/raw-request';

/** Their vectors are more than sockets hold, their texts more than an answer of find may have. */
const CHAPTERS = 1_600;
/** Characters that a text field may have. */
const TEXT_CHARS_MAX = 2_097_152;
const EMBEDDING_TIMEOUT_MS = 300_000;
const HANG_UPS = 20;
const ANSWER_TIMEOUT_MS = 30_000;
/** More than a page, and each page has more than travels at once. */
const LARGE_TOGETHER = 21;

/** Mostly blanks, which cost next to nothing to index and to embed. */
const BLANKS = 5_800;
const chapter = (i: number) => `Chapter ${i} of the ibex.${' '.repeat(BLANKS)}It climbs.`;
const letter = `The heron waits.${' '.repeat(TEXT_CHARS_MAX - 32)}The heron flies.`;

inModesOfServices('answers of any size, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const chapters = Array.from({ length: CHAPTERS }, (_, i) => chapter(i));
  const book = chapters.join('\n\n');
  const resource = (query: Sent<ResourceReadQuery>) => kb.api(getResource, { params: { rslug: 'book' }, query });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    rid = await kb.createResource({ slug: 'book', texts: { letter: { body: letter } } });
    await kb.client.api.upload(uploadFileField, Buffer.from(book), {
      params: { kbid: kb.id, rid, field_id: 'book' },
      headers: { 'content-type': 'text/plain+blankline', 'x-filename': 'book.txt' },
    });
    await kb.untilProcessed(rid);
    await until(() => hasNothingWaiting(kb), 'the book is embedded', EMBEDDING_TIMEOUT_MS);
  }, EMBEDDING_TIMEOUT_MS + 60_000);

  it('have all of a resource: values, texts, paragraphs and vectors', async () => {
    const { id, data } = await resource({
      show: ['basic', 'values', 'extracted', 'errors'],
      extracted: ['text', 'metadata', 'vectors'],
    });
    expect([id, isLetter(data?.texts?.['letter'])]).toEqual([rid, true]);
    const { text: { text } = { text: '' }, metadata, vectors } = data?.files?.['book']?.extracted ?? {};
    expect(text.length).toBeGreaterThan(chapters.length * BLANKS);
    const { paragraphs = [] } = metadata?.metadata ?? {};
    expect(paragraphs.length).toBe(chapters.length);
    expect(paragraphs.findIndex(({ start, end }, i) => text.slice(start, end) !== chapters[i])).toBe(-1);
    const own = vectors?.vectors.vectors ?? [];
    expect(own.map(({ start, end }) => [start, end])).toEqual(paragraphs.map(({ start, end }) => [start, end]));
    expect(own.every(({ vector }) => vector.length === 384 && vector.every(Number.isFinite))).toBe(true);
  });

  it('have all of one field', async () => {
    const file = await kb.api(getField, {
      params: { rid, field_type: 'file', field_id: 'book' },
      query: { show: ['value', 'extracted'], extracted: ['text'] },
    });
    expect(file).toMatchObject({ field_type: 'file', field_id: 'book', value: { file: { filename: 'book.txt' } } });
    expect(file.extracted?.text?.text.length).toBeGreaterThan(chapters.length * BLANKS);
    const text = await kb.api(getField, { params: { rid, field_type: 'text', field_id: 'letter' } });
    expect(isLetter(text)).toBe(true);
    expect((await kb.client.send('GET', `${kb.path}/resource/${rid}/text/none?show=extracted`)).status).toBe(404);
  });

  it('are read no further for clients that hang up', async () => {
    const path = `/api/v1${kb.path}/resource/${rid}?show=extracted&extracted=text&extracted=vectors`;
    const before = await cancelledReads(kb.client.origin);
    await inParallel([...Array(HANG_UPS).keys()], 5, () => hangUp(kb, path));
    expect(await resource({ show: ['basic'] })).toMatchObject({ id: rid, metadata: { status: 'PROCESSED' } });
    if (mode !== 'standalone') return;
    const cancelled = async () => (await cancelledReads(kb.client.origin)) >= before + HANG_UPS || undefined;
    await until(cancelled, 'all calls are cancelled');
  }, 180_000);

  it('of find and ask say what to do when they would be too large', async () => {
    const request = { query: 'ibex', show: ['extracted'], extracted: ['text'] };
    const detail = expect.stringMatching(/MiB.*\(show=extracted(,basic)?\); ask for fewer results \(top_k\)/);
    for (const way of ['find', 'ask']) {
      const answer = await kb.client.send('POST', `${kb.path}/${way}`, { body: request });
      expect([way, answer.status, refusalOf(answer)]).toEqual([way, 413, { detail }]);
    }
    const small = await kb.find({ ...request, field_type_filter: ['generic'] });
    expect(Object.keys(small.resources)).toEqual([rid]);
  });
});

/** Parts of a large field are found by meaning before all of it is. */
async function hasNothingWaiting(kb: KnowledgeBoxClient): Promise<true | undefined> {
  const { results } = await kb.api(listProcessingStatus);
  return results.length === 0 ? true : undefined;
}

inModesOfServices('resources that are large together, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const metadata = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`part ${i}`, 'm'.repeat(65_000)]));
    const payload = {
      metadata: { metadata },
      summary: 's'.repeat(99_000),
      texts: { a: { body: 'A marmot whistles.' } },
    };
    const created = Array.from({ length: LARGE_TOGETHER }, () => payload);
    await inParallel(created, 5, (body) => kb.createResource(body, { wait: 'searchable' }));
  }, 120_000);

  it('are listed, page by page', async () => {
    const pages = [0, 1].map((page) => kb.api(listResources, { query: { page } }));
    const [first, second] = await Promise.all(pages);
    const ids = [first, second].flatMap((page) => page?.resources.map(({ id }) => id) ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([LARGE_TOGETHER, LARGE_TOGETHER]);
    expect([first?.pagination.last, second?.pagination.last]).toEqual([false, true]);
    expect(first?.resources.every(({ summary }) => summary?.length === 99_000)).toBe(true);
  });

  it('are found and answered from when less of them is shown, which a refusal says', async () => {
    const request = { query: 'marmot', features: ['keyword'] };
    const detail = expect.stringMatching(/MiB.*\(show=basic\); ask for fewer results \(top_k\)/);
    for (const way of ['find', 'ask']) {
      const answer = await kb.client.send('POST', `${kb.path}/${way}`, { body: request });
      expect([way, answer.status, refusalOf(answer)]).toEqual([way, 413, { detail }]);
    }
    expect((await kb.find({ ...request, show: [] })).best_matches).toHaveLength(20);
    expect(answerText(await kb.ask({ ...request, top_k: 5 }))).toContain('marmot');
  });
});

/** Comparing an answer of many MiB with a refusal would take hours. */
function refusalOf({ status, body }: Answer): unknown {
  return status === 413 ? body : 'none';
}

/** Compared here, so that a failure does not print it. */
function isLetter(field: Pick<Field, 'value'> | undefined): boolean {
  return typeof field?.value === 'object' && 'body' in field.value && field.value.body === letter;
}

/** Reads the beginning of an answer only. */
async function hangUp(kb: KnowledgeBoxClient, path: string): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const headers = { ...kb.client.credential };
  const sent = request(`${kb.client.origin}${path}`, { headers, agent: false, signal }).end();
  // The event's own argument.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'data');
  answer.on('error', () => undefined).destroy();
}

async function cancelledReads(origin: string): Promise<number> {
  const metrics = (await rawRequest(origin, { path: '/metrics' })).body.toString();
  const cancelled = /operation_seconds_count\{operation="kb.resource.get",outcome="cancelled"\} (\d+)/.exec(metrics);
  return Number(cancelled?.[1] ?? 0);
}
