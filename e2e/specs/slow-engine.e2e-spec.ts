import { startIndexRun } from '@lectern/contracts/knowledge-box';
import { describeUnless } from '@lectern/testing';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { Distributed, type Engines, type Service } from '../harness/distributed';
import { EngineServers, enginesOfRun } from '../harness/engines';
import { runningModes } from '../harness/modes';
import { SlowProxy } from '../harness/slow-proxy';

/** Of find, after which a client gets 504. */
const FIND_DEADLINE_MS = 15_000;
/** A find that waited for a slow engine three times would be too late. */
const TIMEOUT_MS = 5_200;
/** Delay of an engine: no call is answered in time. */
const DELAY_MS = TIMEOUT_MS + 1_000;
const BREAK_MS_MAX = 60_000;
const RETURN_MS_MAX = 30_000;

const modeRuns = runningModes().some((mode) => mode === 'distributed');
const missing = modeRuns ? (Distributed.missing() ?? EngineServers.missing()) : 'the mode distributed is left out';

/** OpenSearch and Qdrant with a proxy before each. */
class SlowEngines implements Engines {
  private constructor(
    private readonly servers: Engines,
    readonly keywords: SlowProxy,
    readonly vectors: SlowProxy,
  ) {}

  static async start(): Promise<SlowEngines> {
    const servers = await enginesOfRun();
    const { OPENSEARCH_URL = '', QDRANT_URL = '' } = servers.env;
    const [keywords, vectors] = await Promise.all([SlowProxy.start(OPENSEARCH_URL), SlowProxy.start(QDRANT_URL)]);
    return new SlowEngines(servers, keywords, vectors);
  }

  get env(): Readonly<Record<string, string>> {
    return {
      ...this.servers.env,
      OPENSEARCH_URL: this.keywords.url,
      OPENSEARCH_TIMEOUT_MS: String(TIMEOUT_MS),
      QDRANT_URL: this.vectors.url,
      QDRANT_TIMEOUT_MS: String(TIMEOUT_MS),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.keywords.stop(), this.vectors.stop()]);
    await this.servers.stop();
  }
}

describeUnless(missing, 'when an engine becomes slow', () => {
  let engines: SlowEngines;
  let lectern: Distributed;
  let kb: KnowledgeBoxClient;

  jest.setTimeout(240_000);

  beforeAll(async () => {
    engines = await SlowEngines.start();
    lectern = await Distributed.start({ engines });
    kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    await kb.createResource({ title: 'Tides', texts: { body: { body: tides } } }, { wait: 'embedded' });
  });
  afterAll(async () => {
    await lectern?.stop();
  });

  const tides = 'The moon pulls the sea, and the tide follows.';

  async function find(): Promise<{ readonly status: number; readonly text: string; readonly tookMs: number }> {
    const startMs = performance.now();
    const { status, body } = await kb.client.send('POST', `${kb.path}/find`, { body: { query: 'moon and tide' } });
    return { status, text: JSON.stringify(body), tookMs: performance.now() - startMs };
  }

  const isLeftAlone = async (service: Service, server: string) =>
    (await lectern.metrics(service)).includes(`lectern_circuit_open{server="${server}",calls="read"} 1\n`);
  const untilTrue = (holds: () => Promise<boolean>, what: string, timeoutMs: number) =>
    until(async () => (await holds()) || undefined, what, timeoutMs);

  it.each([
    { engine: 'keywords', check: 'keyword-index', server: 'opensearch', leg: /by meaning only/ },
    { engine: 'vectors', check: 'vector-index', server: 'qdrant', leg: /by words only/ },
  ] as const)('$server: find goes on without it, soon without waiting for it, until it is back', async (slow) => {
    const proxy = engines[slow.engine];
    proxy.delayMs = DELAY_MS;

    const first = await find();
    expect([first.status, first.text]).toEqual([206, expect.stringMatching(slow.leg)]);
    expect(first.text).toContain(tides);
    expect(first.tookMs).toBeLessThan(FIND_DEADLINE_MS);

    const isOpen = async () => (await find()).status === 206 && (await isLeftAlone('search', slow.server));
    await untilTrue(isOpen, 'the engine is left alone', BREAK_MS_MAX);
    // One of them may be the call that tries the engine again.
    const answers = await Promise.all(Array.from({ length: 6 }, find));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(206));
    const atOnce = answers.filter(({ tookMs }) => tookMs < TIMEOUT_MS / 2);
    expect(atOnce.length).toBeGreaterThanOrEqual(5);

    const services = ['search', 'knowledge-box'] as const;
    for (const service of services) {
      const isDegraded = async () => (await lectern.readiness(service)).status === 'degraded';
      await untilTrue(isDegraded, `${service} is degraded`, BREAK_MS_MAX);
      const { code, checks } = await lectern.readiness(service);
      expect([service, code, checks]).toEqual([
        service,
        200,
        { ...checks, [slow.check]: expect.not.stringMatching('ok') },
      ]);
    }
    const word = `walrus${slow.server}`;
    const id = await kb.createResource({ texts: { body: { body: `It tells of the ${word}.` } } });

    proxy.delayMs = 0;
    await untilTrue(async () => (await find()).status === 200, 'search is whole', RETURN_MS_MAX);
    const isFound = async () => (await kb.foundTexts({ query: word, features: ['keyword'] })).length === 1;
    await untilTrue(isFound, 'what was written meanwhile is found', RETURN_MS_MAX);
    await kb.untilEmbedded(id);
    for (const service of services) {
      const isWell = async () => (await lectern.readiness(service)).status === 'ok';
      await untilTrue(isWell, `${service} is well`, RETURN_MS_MAX);
      expect([service, await isLeftAlone(service, slow.server)]).toEqual([service, false]);
    }
  });

  it('says that results are incomplete while it fills a box again that was emptied', async () => {
    // Within its timeout, and long enough for requests in between.
    engines.vectors.delayMs = 1_000;
    const body = { kb: kb.id, from_empty: true };
    await kb.api(startIndexRun, { params: { work: 'rebuild' }, body });
    const isListed = async () => {
      const { status, text } = await find();
      return status === 206 && text.includes('being rebuilt from empty');
    };
    await untilTrue(isListed, 'find says so', RETURN_MS_MAX);
    engines.vectors.delayMs = 0;
    await untilTrue(async () => (await find()).status === 200, 'search is whole', RETURN_MS_MAX);
    expect((await find()).text).toContain(tides);
  });
});
