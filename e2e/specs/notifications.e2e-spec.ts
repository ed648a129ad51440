import { randomUUID } from 'node:crypto';
import type { KnowledgeBoxNotification } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { Standalone } from '../harness/standalone';

/** Notifications that a client has received so far. */
interface Follower {
  readonly response: Response;
  readonly heard: KnowledgeBoxNotification[];
  /** Settles when the server closes. */
  readonly closed: Promise<void>;
  readonly leave: () => void;
}

async function follow({ client, path }: KnowledgeBoxClient): Promise<Follower> {
  const controller = new AbortController();
  const response = await fetch(`${client.origin}/api/v1${path}/notifications`, {
    headers: client.credential,
    signal: controller.signal,
  });
  const heard: KnowledgeBoxNotification[] = [];
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      heard.push(...lines.map((line): KnowledgeBoxNotification => JSON.parse(line)));
    }
    expect(rest).toBe('');
  };
  return { response, heard, closed: read(), leave: () => controller.abort() };
}

const typesOf = ({ heard }: Follower, rid: string) =>
  heard.filter(({ data }) => data.resource_uuid === rid).map(({ type }) => type);

/** As clients wait until a resource is ready. */
async function untilReady(follower: Follower, rid: string): Promise<void> {
  await until(async () => {
    const types = typesOf(follower, rid);
    const behind = types.slice(types.indexOf('resource_processed') + 1);
    return types.includes('resource_processed') && behind.includes('resource_indexed') ? true : undefined;
  }, `${rid} is ready`);
}

inModesOfServices('notifications, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let follower: Follower;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    follower = await follow(kb);
    void follower.closed.catch(() => undefined);
  });
  afterAll(() => follower.leave());

  it('begin at once, as lines of JSON', () => {
    expect(follower.response.status).toBe(200);
    expect(follower.response.headers.get('content-type')).toBe('binary/octet-stream');
  });

  it('tell of an upload that it is written, indexed, processed and indexed', async () => {
    const content = Buffer.from(`The whimbrel winters in mangroves. ${randomUUID()}`);
    const rid = await kb.upload(content, { filename: 'birds.txt', contentType: 'text/plain' });
    await untilReady(follower, rid);
    const types = typesOf(follower, rid);
    expect(types[0]).toBe('resource_written');
    const processed = types.indexOf('resource_processed');
    expect(types.slice(1, processed)).toContain('resource_indexed');
    expect(types.slice(processed + 1)).toContain('resource_indexed');
    const own = follower.heard.filter(({ data }) => data.resource_uuid === rid);
    // The extension goes once the file is processed.
    const title = expect.stringMatching(/^birds(\.txt)?$/);
    const summary = { resource_uuid: rid, resource_title: title, seqid: expect.any(Number) };
    expect(own[0]).toEqual({ type: 'resource_written', data: { ...summary, operation: 'created', error: false } });
    expect(own[1]).toEqual({ type: 'resource_indexed', data: summary });
    expect(own.find(({ type }) => type === 'resource_processed')).toEqual({
      type: 'resource_processed',
      data: { ...summary, ingestion_succeeded: true, processing_errors: false },
    });
    expect((await kb.foundTexts({ query: 'whimbrel', features: ['keyword'] })).length).toBeGreaterThan(0);
  });

  it('tell of changes and deletions, also of what is hidden from searches', async () => {
    const rid = await kb.createResource({ title: 'Old', security: { access_groups: ['few'] } });
    await kb.modifyResource(rid, { title: 'New' });
    await kb.deleteResource(rid);
    const written = () =>
      follower.heard.flatMap(({ type, data }) =>
        type === 'resource_written' && data.resource_uuid === rid ? [data.operation] : [],
      );
    await until(async () => (written().includes('deleted') ? true : undefined), 'the deletion is announced');
    // A resource changed and deleted at once may be gone before it can be announced.
    expect(['created', 'modified', 'deleted']).toEqual(expect.arrayContaining(written()));
    const last = follower.heard.filter(({ data }) => data.resource_uuid === rid).at(-1);
    expect(last).toMatchObject({ data: { operation: 'deleted', resource_title: 'New' } });
  });

  it('tell nothing of other boxes, and nothing to those who may not read', async () => {
    const other = await server(mode).createKnowledgeBox();
    const rid = await other.createResource({ title: 'Elsewhere' });
    await other.untilProcessed(rid);
    expect(typesOf(follower, rid)).toEqual([]);
    const { client, path } = kb;
    expect((await caller(mode).send('GET', `${path}/notifications`)).status).toBe(401);
    expect((await client.send('GET', `/kb/${randomUUID()}/notifications`)).status).toBe(404);
  });
});

inStandalone('streams of notifications, %s', () => {
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    standalone = await Standalone.start({ env: { NOTIFICATIONS_S: '2' } });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(() => standalone.stop());

  it('are closed after a time, and are what the interface describes', async () => {
    const answer = kb.client.send('GET', `${kb.path}/notifications`);
    const rid = await kb.createResource({ title: 'Seen' });
    const { status, body } = await answer;
    expect(status).toBe(200);
    // It may have been created before the stream was open.
    for (const line of String(body).split('\n').filter(Boolean)) expect(line).toContain(rid);
    const closing = await follow(kb);
    await closing.closed;
  });

  it('do not keep the product from stopping', async () => {
    const long = await Standalone.start();
    const box = await new Client(long.origin, { authorization: `Bearer ${long.token}` }).createKnowledgeBox();
    const open = await follow(box);
    await long.stop();
    await open.closed.catch(() => undefined);
  });
});
