import { describeUnless } from '@lectern/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { Distributed, type Service, services } from '../harness/distributed';
import { EngineServers } from '../harness/engines';
import { runningModes } from '../harness/modes';

/** Longer than any answer may take: a call that is still waiting then waits for ever. */
const ANSWER_MS_MAX = 40_000;
const RETURN_MS_MAX = 30_000;
const WRITES = 12;

const modeRuns = runningModes().some((mode) => mode === 'distributed');
const missing = modeRuns ? (Distributed.missing() ?? EngineServers.missing()) : 'the mode distributed is left out';

const engineUsers = ['search', 'knowledge-box'] as const;
const blobUsers = ['agents', 'gateway', 'knowledge-box', 'search', 'understanding'] as const;

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

  /** Both instances of search, which take turns, have each part again. */
  async function untilWhole(): Promise<void> {
    const isWhole = async () => {
      for (let i = 0; i < 4; i += 1) if ((await find({})).status !== 200) return undefined;
      return true;
    };
    await until(isWhole, 'search is whole', RETURN_MS_MAX);
  }

  /** Readiness of each process: `ok`, or its state and the missing parts. */
  async function readiness(): Promise<Record<string, string>> {
    const said = services.map(async (service) => {
      const { code, status, checks } = await lectern.readiness(service);
      expect([service, code]).toEqual([service, status === 'not ready' ? 503 : 200]);
      const failing = Object.entries(checks).flatMap(([name, text]) => (text === 'ok' ? [] : name));
      return [service, [status, ...failing.sort()].join(', ')];
    });
    return Object.fromEntries(await Promise.all(said));
  }

  /** The services that are not named say that they are well. */
  async function untilSaid(expected: Partial<Record<Service, string>>): Promise<void> {
    const all = { ...Object.fromEntries(services.map((service) => [service, 'ok'])), ...expected };
    let said = {};
    const isSaid = async () => isDeepStrictEqual((said = await readiness()), all) || undefined;
    await until(isSaid, 'readiness tells the truth', RETURN_MS_MAX).catch(() => expect(said).toEqual(all));
  }

  const each = (names: readonly Service[], said: string) => Object.fromEntries(names.map((name) => [name, said]));

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
    await untilSaid({});
  }

  async function found(word: string): Promise<boolean> {
    const { status, body } = await kb.client.send('POST', `${kb.path}/find`, {
      body: { query: word, features: ['keyword'] },
    });
    // Body of a 200 of find.
    return status === 200 && textsOf(body as Parameters<typeof textsOf>[0]).some((text) => text.includes(word));
  }

  const away = (server: Breakable, said: Partial<Record<Service, string>>) => async () => {
    await server.pause();
    await untilSaid(said).finally(() => server.resume());
  };

  /** The other searches also report missing parts. */
  async function saidElsewhere(missing: RegExp): Promise<void> {
    const query = 'moon and tide';
    for (const [path, body] of [
      ['search', { query, show: ['values'] }],
      ['retrieve', { query: { query } }],
    ] as const) {
      const answer = await within(kb.client.send('POST', `${kb.path}/${path}`, { body }));
      expect([path, answer.status]).toEqual([path, 206]);
      expect(answer.body).toMatchObject({ warnings: [expect.stringMatching(missing)] });
      expect(JSON.stringify(answer.body)).toContain(path === 'search' ? tides : '/t/body/');
    }
  }

  it('search goes on by meaning without OpenSearch, and says so', async () => {
    await engines.keywords.pause();
    const { status, body } = await find({});
    expect(status).toBe(206);
    expect(JSON.stringify(body)).toContain(tides);
    expect(body).toMatchObject({ warnings: [expect.stringMatching(/keyword/)] });
    await saidElsewhere(/keyword/);
    const byWords = await find({ features: ['keyword'] });
    expect([byWords.status, byWords.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await untilSaid(each(engineUsers, 'degraded, keyword-index'));
    await engines.keywords.resume();
    await untilWhole();
    await untilSaid({});
  });

  it('search goes on by words without Qdrant, and says so', async () => {
    await engines.vectors.pause();
    const { status, body } = await find({});
    expect(status).toBe(206);
    expect(JSON.stringify(body)).toContain(tides);
    expect(body).toMatchObject({ warnings: [expect.stringMatching(/semantic/)] });
    await saidElsewhere(/semantic/);
    await untilSaid(each(engineUsers, 'degraded, vector-index'));
    await engines.vectors.resume();
    await untilWhole();
    await untilSaid({});
  });

  it('search without either says when to come again', async () => {
    await Promise.all([engines.keywords.pause(), engines.vectors.pause()]);
    const { status, headers } = await find({});
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await untilSaid({
      search: 'not ready, keyword-index, vector-index',
      'knowledge-box': 'degraded, keyword-index, vector-index',
    });
    await Promise.all([engines.keywords.resume(), engines.vectors.resume()]);
    await untilWhole();
    await untilSaid({});
  });

  it('search goes on by words without understanding, and says so', async () => {
    // Each process of search has asked once which models there are.
    await Promise.all(Array.from({ length: 16 }, () => find({})));
    for (const instance of [0, 1]) lectern.app('understanding', instance).kill();
    const { status, body } = await find({});
    expect(status).toBe(206);
    expect(JSON.stringify(body)).toContain(tides);
    expect(body).toMatchObject({ warnings: [expect.stringMatching(/semantic/)] });
    for (const instance of [0, 1]) await lectern.startService('understanding', instance);
    await untilWhole();
    await untilSaid({});
  });

  it('OpenSearch: what was acknowledged becomes searchable', () =>
    writing(away(engines.keywords, each(engineUsers, 'degraded, keyword-index'))));

  it('Qdrant: what was acknowledged becomes searchable', () =>
    writing(away(engines.vectors, each(engineUsers, 'degraded, vector-index'))));

  it('the object store: writes go on or are refused, and uploads work again', async () => {
    await writing(away(engines.blobs, each(blobUsers, 'degraded, blob-store')));
    const upload = async () => {
      const file = { filename: 'note.txt', contentType: 'text/plain' };
      return kb.upload(Buffer.from('The walrus sleeps on the ice.'), file).catch(() => undefined);
    };
    const id = await until(upload, 'an upload works', RETURN_MS_MAX);
    await kb.untilProcessed(id);
    await until(async () => (await found('walrus')) || undefined, 'the file is found', RETURN_MS_MAX);
  });

  it('NATS: everything works again by itself', () => writing(away(lectern.nats, each(services, 'not ready, bus'))));

  it('Postgres: reads are refused meanwhile, and everything works again by itself', async () => {
    const isRefused = async () => (await within(kb.client.send('GET', `${kb.path}/resources`))).status === 503;
    const refused = async () => {
      await until(async () => (await isRefused()) || undefined, 'reads are refused', RETURN_MS_MAX);
      await untilSaid({
        ...each(['accounts', 'agents', 'knowledge-box'], 'not ready, database'),
        ...each(['search', 'understanding'], 'degraded, database'),
      });
    };
    await writing(() => lectern.crashPostgres(refused));
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
