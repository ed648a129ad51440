import type { Sent } from '@lectern/client';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  listProcessingStatus,
  listResources,
  type ProcessingStatus,
  type ProcessingStatusQuery,
} from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { asCaller, asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { Standalone } from '../harness/standalone';

const NOTHING = { waiting: 0, eta_s: 0 };

function statusOf(kb: KnowledgeBoxClient, query: Sent<ProcessingStatusQuery> = {}): Promise<ProcessingStatus> {
  return kb.api(listProcessingStatus, { query });
}

const idsOf = async (kb: KnowledgeBoxClient, query?: Sent<ProcessingStatusQuery>) =>
  (await statusOf(kb, query)).results.map(({ resource_id: id }) => id);

/** Status in resources themselves, alone and in a list. */
async function waitsFor(kb: KnowledgeBoxClient, rids: readonly string[]): Promise<unknown[]> {
  const { resources } = await kb.api(listResources);
  const listed = new Map(resources.map((resource) => [resource.id, resource.waits_for]));
  return Promise.all(rids.map(async (rid) => [(await kb.resource(rid)).waits_for, listed.get(rid)]));
}

function untilNothingWaits(kb: KnowledgeBoxClient): Promise<ProcessingStatus> {
  return until(async () => {
    const status = await statusOf(kb);
    const { words, meaning } = status.waiting;
    return status.results.length + words.waiting + meaning.waiting === 0 ? status : undefined;
  }, 'nothing waits');
}

/** By meaning. A find that warns says that the model was busy: then it is asked again. */
async function foundByMeaning(kb: KnowledgeBoxClient, query: string): Promise<readonly string[]> {
  const request = { query, features: ['semantic'], min_score: { semantic: -1 }, show_hidden: true };
  const found = await until(async () => {
    const results = await kb.find(request);
    return results.warnings?.length ? undefined : results;
  }, 'find has no warnings');
  return textsOf(found);
}

/** A site that does not answer before it is released. */
class HangingSite {
  private readonly held: ServerResponse[] = [];
  private isReleased = false;

  private constructor(private readonly pages: Server) {}

  static async start(): Promise<HangingSite> {
    const pages = createServer();
    const site = new HangingSite(pages);
    pages.on('request', (_, response) => (site.isReleased ? answer(response) : site.held.push(response)));
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    return site;
  }

  get host(): string {
    return `127.0.0.1:${(this.pages.address() as AddressInfo).port}`;
  }

  release(): void {
    this.isReleased = true;
    this.held.splice(0).forEach(answer);
  }

  async stop(): Promise<void> {
    this.pages.closeAllConnections();
    this.pages.close();
    await once(this.pages, 'close');
  }
}

function answer(response: ServerResponse): void {
  response.setHeader('content-type', 'text/html').end('<p>A page about moraines that took its time.</p>');
}

describe('links that hang, standalone', () => {
  let site: HangingSite;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let other: KnowledgeBoxClient;
  let rids: readonly string[];

  beforeAll(async () => {
    site = await HangingSite.start();
    standalone = await Standalone.start({ env: { EGRESS_ALLOW: site.host } });
    const root = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    kb = await root.createKnowledgeBox({ hidden_resources_enabled: true });
    other = await root.createKnowledgeBox();
    const link = { links: { page: { uri: `http://${site.host}/` } } };
    const classified = { usermetadata: { classifications: [{ labelset: 'topics', label: 'ice' }] } };
    const created = [
      { title: 'Seen', ...classified },
      { title: 'Hidden', hidden: true },
    ].map((more) => kb.createResource({ ...link, ...more }));
    rids = (await Promise.all(created)).toSorted();
    await until(async () => {
      const { results, waiting } = await statusOf(kb, { scheduled: false });
      return results.length === 2 && waiting.meaning.waiting === 0 ? true : undefined;
    }, 'both links are fetched, and titles are embedded');
  });
  afterAll(async () => {
    await standalone.stop();
    await site.stop();
  });

  it('are listed as what runs, with the counts of their box', async () => {
    const { results, waiting, cursor } = await statusOf(kb);
    const common = { kbid: kb.id, waits_for: 'words', scheduled: false, completed: false, failed: false, retries: 0 };
    expect(results).toMatchObject(rids.map((resource_id) => ({ ...common, resource_id })));
    const titles = results.map(({ title, labels }) => [title, labels]).sort();
    expect(titles).toEqual([
      ['Hidden', []],
      ['Seen', ['topics/ice']],
    ]);
    expect([waiting, cursor]).toMatchObject([{ words: { waiting: 2 }, meaning: { waiting: 0 } }, null]);
    expect(await idsOf(kb, { scheduled: true })).toEqual([]);
  });

  it('say so themselves, alone and in a list', async () => {
    expect(await waitsFor(kb, rids)).toEqual(rids.map(() => ['words', 'words']));
  });

  it('come in pages', async () => {
    const first = await statusOf(kb, { limit: 1 });
    const second = await statusOf(kb, { limit: 1, cursor: first.cursor ?? '' });
    const pages = [first, second].map(({ results }) => results.map(({ resource_id: id }) => id));
    expect([pages, second.cursor]).toEqual([rids.map((rid) => [rid]), null]);
  });

  it('are nothing to readers of another box', async () => {
    const { results, waiting } = await statusOf(other);
    expect([results, waiting]).toMatchObject([[], { words: NOTHING, meaning: NOTHING }]);
    const stranger = (await asRole(other, 'SMEMBER')).client;
    const refused = await stranger.send('GET', `${kb.path}/processing-status`);
    const known = await stranger.send('GET', `${kb.path}/resources`);
    expect([refused.status, refused.body]).toEqual([known.status, known.body]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('are shown to readers with a role, hidden or not, and to nobody else', async () => {
    await kb.modify({ state: 'PUBLISHED' });
    expect(await idsOf(await asRole(kb, 'SMEMBER'))).toEqual(rids);
    const nobody = await asCaller(kb, {}).client.send('GET', `${kb.path}/processing-status`);
    expect([401, 403, 404]).toContain(nobody.status);
  });

  it('leave the list when they are found', async () => {
    site.release();
    const { cursor, waiting } = await untilNothingWaits(kb);
    expect([cursor, waiting]).toMatchObject([null, { words: NOTHING, meaning: NOTHING }]);
    const found = await foundByMeaning(kb, 'moraines');
    expect(found.filter((text) => text.includes('moraines'))).toHaveLength(2);
    expect(await waitsFor(kb, rids)).toEqual(rids.map(() => [null, null]));
  });
});

inStandalone('the processing status, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('is empty when all can be found', async () => {
    await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } });
    await untilNothingWaits(kb);
    expect(await foundByMeaning(kb, 'climbing')).toHaveLength(1);
  });

  it.each(['limit=0', 'limit=201', 'cursor=none', 'scheduled=perhaps'])('refuses %s', async (query) => {
    expect((await kb.client.send('GET', `${kb.path}/processing-status?${query}`)).status).toBe(422);
  });

  it('is that of a box that exists', async () => {
    const answer = await kb.client.send('GET', `/kb/cccccccc-0000-4000-8000-000000000000/processing-status`);
    expect(answer.status).toBe(404);
  });
});
