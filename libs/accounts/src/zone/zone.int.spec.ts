import { Handles, InProcessBus } from '@lectern/bus';
import { announceZone, indexRemoteZone, listZones } from '@lectern/contracts/accounts';
import { AppError, type Principal, type Request, systemPrincipal } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { Application, Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Controller, Module } from '@nestjs/common';
import { refusalOf } from '../accounts-host.fixture';
import { ZoneBoxes } from './zone-boxes';
import { ZoneEntity } from './zone.entity';
import { ZoneModule } from './zone.module';

const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
/** What zones answer, by slug: ids of knowledge boxes, or how they fail. */
const answers = new Map<string, readonly string[] | AppError>();
const asked: string[] = [];

function answerOf(zone: string, account: string) {
  asked.push(zone);
  const answer = answers.get(zone) ?? [];
  if (answer instanceof AppError) throw answer;
  return { boxes: answer.map((kbid) => ({ account, kbid, mode: 'kb' as const, zone })) };
}

@Controller()
class Zones {
  @Handles(indexKnowledgeBoxes)
  async beside({ body: { account } }: Request<typeof indexKnowledgeBoxes>) {
    return answerOf('local', account);
  }

  @Handles(indexRemoteZone)
  async elsewhere({ body: { account, zone } }: Request<typeof indexRemoteZone>) {
    return answerOf(zone, account);
  }
}

@Module({ imports: [ZoneModule], controllers: [Zones] })
class ZonesModule {}

describe('zones', () => {
  let temporary: TemporaryDatabase;
  let app: Application;
  const bus = new InProcessBus();
  const peer = (slug: string): Principal => ({ kind: 'peer', id: `zone:${slug}`, roles: [] });
  const announce = (slug: string, principal: Principal, origin = `https://${slug}.example`) =>
    bus.request(announceZone, { body: { slug, title: slug.toUpperCase(), origin } }, { principal });
  const zones = async () => (await bus.request(listZones, {}, { principal: systemPrincipal })).zones;
  const boxes = async (signal = new AbortController().signal) =>
    (await app.get(ZoneBoxes).of(ACCOUNT, { signal, requestId: 'r1' })).map(({ kbid, zoneId }) => [kbid, zoneId]);

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    process.env['DATABASE_URL'] = temporary.url;
    const parts = { bus, metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    app = await Application.start([ZonesModule], parts);
    delete process.env['DATABASE_URL'];
  });
  beforeEach(async () => {
    answers.clear();
    asked.length = 0;
    await app.get(Transactions).run((tx) => tx.clear(ZoneEntity));
  });
  afterAll(async () => {
    await app.close();
    await temporary.drop();
  });

  it('are listed by slug, and keep their id when they move', async () => {
    for (const slug of ['west', 'east']) await announce(slug, peer(slug));
    const before = await zones();
    expect(before.map(({ slug, origin }) => [slug, origin])).toEqual([
      ['east', 'https://east.example'],
      ['west', 'https://west.example'],
    ]);
    await announce('west', peer('west'), 'https://new.example');
    expect(await zones()).toEqual([before[0], { ...before[1], origin: 'https://new.example' }]);
  });

  it('may come from elsewhere to beside the service, and are then asked there', async () => {
    answers.set('local', ['k1']);
    await announce('local', peer('local'), 'https://far.example');
    await boxes();
    await announce('local', systemPrincipal);
    const [zone] = await zones();
    expect(await boxes()).toEqual([['k1', zone?.id]]);
    expect(asked).toEqual(['local', 'local']);
    const rows = await app.get(Transactions).read((tx) => tx.find(ZoneEntity));
    expect(rows).toMatchObject([{ slug: 'local', isRemote: false }]);
  });

  it('are announced by themselves only', async () => {
    for (const other of ['west', 'eas', 'east2'])
      expect(await refusalOf(announce('east', peer(other)))).toBe(`forbidden: zone:${other} speaks for zone east`);
    expect(await zones()).toEqual([]);
  });

  it('are not asked for knowledge boxes where none is known', async () => {
    answers.set('local', ['k1']);
    expect(await boxes()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('do without those elsewhere that do not answer, but not without the one beside', async () => {
    await announce('local', systemPrincipal);
    for (const slug of ['east', 'west']) await announce(slug, peer(slug));
    answers.set('local', ['k1']).set('east', ['k2']);
    answers.set('west', new AppError('unavailable', 'West does not answer'));
    expect((await boxes()).map(([kbid]) => kbid)).toEqual(['k1', 'k2']);
    answers.set('local', new AppError('unavailable', 'The database is away'));
    expect(await refusalOf(boxes())).toBe('unavailable: The database is away');
  });

  it('are not waited for when nobody waits for the answer any more', async () => {
    await announce('east', peer('east'));
    expect(await refusalOf(boxes(AbortSignal.abort()))).toMatch(/^cancelled/);
  });
});
