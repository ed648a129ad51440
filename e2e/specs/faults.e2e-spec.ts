import { describeUnless } from '@lectern/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { Distributed } from '../harness/distributed';
import { EngineServers } from '../harness/engines';
import { runningModes } from '../harness/modes';

/** Longer than any answer may take: whoever is still waiting then waits for ever. */
const ANSWER_MS_MAX = 40_000;
const RETURN_MS_MAX = 30_000;
const WRITES = 12;

const modeRuns = runningModes().some((mode) => mode === 'distributed');
const missing = modeRuns ? (Distributed.missing() ?? EngineServers.missing()) : 'the mode distributed is left out';

interface Breakable {
  pause(): Promise<void>;
  resume(): Promise<void>;
}

describeUnless(missing, 'when a server is lost and comes back', () => {
  let engines: EngineServers;
  let lectern: Distributed;
  let kb: KnowledgeBoxClient;
  let number = 0;

  jest.setTimeout(240_000);

  beforeAll(async () => {
    engines = await EngineServers.start();
    lectern = await Distributed.start({ engines, instances: 2 });
    kb = await root().createKnowledgeBox();
    await kb.createResource({ title: 'Tides', texts: { body: { body: tides } } }, { wait: 'embedded' });
  });
  afterAll(async () => {
    await lectern?.stop();
  });

  const tides = 'The moon pulls the sea, and the tide follows.';
  const root = () => new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
  const find = (request: object) =>
    within(kb.client.send('POST', `${kb.path}/find`, { body: { query: 'moon and tide', ...request } }));

  /** Writes while something is broken; every one that is acknowledged is searchable in the end. */
  async function writing(breaking: () => Promise<void>): Promise<void> {
    const acknowledged: string[] = [];
    const write = async () => {
      number += 1;
      const word = `narwhal${number}`;
      const body = { texts: { body: { body: `A resource that tells of the ${word}.` } } };
      const { status } = await within(kb.client.send('POST', `${kb.path}/resources`, { body }));
      expect([201, 503, 504]).toContain(status);
      if (status === 201) acknowledged.push(word);
      return status === 201 || undefined;
    };
    await Promise.all([breaking(), ...Array.from({ length: WRITES }, (_, i) => sleep(i * 150).then(write))]);
    await until(write, 'a write is acknowledged again', RETURN_MS_MAX);
    for (const word of acknowledged) {
      const isFound = async () => (await found(word)) || undefined;
      await until(isFound, `${word} is found`, RETURN_MS_MAX);
    }
  }

  async function found(word: string): Promise<boolean> {
    const { status, body } = await kb.client.send('POST', `${kb.path}/find`, {
      body: { query: word, features: ['keyword'] },
    });
    // What a 200 of find says.
    return status === 200 && textsOf(body as Parameters<typeof textsOf>[0]).some((text) => text.includes(word));
  }

  const away = (server: Breakable, ms: number) => async () => {
    await server.pause();
    await sleep(ms);
    await server.resume();
  };

  it('search goes on by meaning without OpenSearch, and says so', async () => {
    await engines.keywords.pause();
    const { status, body } = await find({});
    expect(status).toBe(206);
    expect(JSON.stringify(body)).toContain(tides);
    expect(body).toMatchObject({ warnings: [expect.stringMatching(/keyword/)] });
    const byWords = await find({ features: ['keyword'] });
    expect([byWords.status, byWords.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await engines.keywords.resume();
    await until(async () => ((await find({})).status === 200 ? true : undefined), 'search is whole', RETURN_MS_MAX);
  });

  it('search goes on by words without Qdrant, and says so', async () => {
    await engines.vectors.pause();
    const { status, body } = await find({});
    expect(status).toBe(206);
    expect(JSON.stringify(body)).toContain(tides);
    expect(body).toMatchObject({ warnings: [expect.stringMatching(/semantic/)] });
    await engines.vectors.resume();
    await until(async () => ((await find({})).status === 200 ? true : undefined), 'search is whole', RETURN_MS_MAX);
  });

  it('search without either says when to come again', async () => {
    await Promise.all([engines.keywords.pause(), engines.vectors.pause()]);
    const { status, headers } = await find({});
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await Promise.all([engines.keywords.resume(), engines.vectors.resume()]);
    await until(async () => ((await find({})).status === 200 ? true : undefined), 'search is whole', RETURN_MS_MAX);
  });

  it('OpenSearch: what was acknowledged becomes searchable', () => writing(away(engines.keywords, 2_000)));

  it('Qdrant: what was acknowledged becomes searchable', () => writing(away(engines.vectors, 2_000)));

  it('the object store: writes go on or are refused, and uploads work again', async () => {
    await writing(away(engines.blobs, 2_000));
    const upload = async () => {
      const file = { filename: 'note.txt', contentType: 'text/plain' };
      return kb.upload(Buffer.from('The walrus sleeps on the ice.'), file).catch(() => undefined);
    };
    const id = await until(upload, 'an upload works', RETURN_MS_MAX);
    await kb.untilProcessed(id);
    await until(async () => (await found('walrus')) || undefined, 'the file is found', RETURN_MS_MAX);
  });

  it('NATS: everything works again by itself', () => writing(away(lectern.nats, 1_500)));

  it('Postgres: reads are refused meanwhile, and everything works again by itself', async () => {
    const crash = lectern.crashPostgres(4_000);
    const isRefused = async () => (await within(kb.client.send('GET', `${kb.path}/resources`))).status === 503;
    await until(async () => (await isRefused()) || undefined, 'reads are refused', RETURN_MS_MAX);
    await writing(() => crash);
  });

  it('an instance of each service: the other one answers', async () => {
    for (const service of ['search', 'understanding', 'knowledge-box', 'accounts'] as const) {
      lectern.app(service, 1).kill();
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => sleep(i * 50).then(async () => (await find({})).status)),
      );
      expect([service, statuses.filter((status) => ![200, 206, 503].includes(status))]).toEqual([service, []]);
      await until(async () => ((await find({})).status === 200 ? true : undefined), 'search works', RETURN_MS_MAX);
    }
    await writing(async () => undefined);
  });
});

async function within<T>(answer: Promise<T>): Promise<T> {
  const late = sleep(ANSWER_MS_MAX, undefined, { ref: false }).then(() => {
    throw new Error(`No answer within ${ANSWER_MS_MAX} ms`);
  });
  return Promise.race([answer, late]);
}
