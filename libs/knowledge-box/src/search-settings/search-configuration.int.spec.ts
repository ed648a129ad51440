import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { CONFIGURATIONS_MAX, type SearchConfigurationPayload } from '@lectern/contracts/knowledge-box';
import { SearchConfigurationRepository } from './search-configuration.repository';
import { SynonymsRepository } from './synonyms.repository';
import { type BoxDatabase, boxDatabase } from '../../fixtures/box-database';
import { SearchConfigurationService } from './search-configuration.service';
import { SynonymsService } from './synonyms.service';

const payload: SearchConfigurationPayload = { kind: 'find', config: { top_k: 3, unknown: 1 } };

describe('search settings', () => {
  let database: BoxDatabase;
  let configurations: SearchConfigurationService;
  let synonyms: SynonymsService;
  beforeAll(async () => {
    database = await boxDatabase();
    const { transactions, boxes } = database;
    const bus = new InProcessBus();
    const rows = new SearchConfigurationRepository();
    configurations = new SearchConfigurationService(transactions, boxes, rows, bus);
    synonyms = new SynonymsService(transactions, boxes, new SynonymsRepository(), bus);
  });
  afterAll(() => database.close());

  /** Small documents are one piece. */
  const listed = async (kbid: string, principal: Principal) => {
    const { value: piece } = await configurations.list(kbid, principal).next();
    return piece && 'members' in piece ? piece.members : undefined;
  };

  it('keep the members that were sent', async () => {
    const kbid = await database.createBox();
    await configurations.create({ kbid, name: 'a' }, payload);
    expect(await configurations.get({ kbid, name: 'a' }, systemPrincipal)).toEqual({
      kind: 'find',
      config: { top_k: 3 },
    });
  });

  it('are shown to guests without prompts, filters and groups', async () => {
    const kbid = await database.createBox();
    const shown = { top_k: 3, citations: true, features: ['keyword'] };
    const config = {
      ...shown,
      prompt: { system: 'Be curt.' },
      rephrase_prompt: 'Again {question}',
      security: { groups: ['hr'] },
      filters: ['/l/a'],
      resource_filters: ['0'.repeat(32)],
      extra_context: ['A rule'],
      generative_model: 'm',
    };
    await configurations.create({ kbid, name: 'a' }, { kind: 'ask', config });
    const guests: Principal[] = [
      { kind: 'none', id: '', roles: ['READER'] },
      { kind: 'user', id: 'eve', roles: ['READER', 'AMEMBER'] },
    ];
    for (const guest of guests) {
      expect(await configurations.get({ kbid, name: 'a' }, guest)).toEqual({ kind: 'ask', config: shown });
      expect(await listed(kbid, guest)).toEqual({ a: { kind: 'ask', config: shown } });
    }
    const reader: Principal = { kind: 'user', id: 'ann', roles: ['SMEMBER', 'READER'] };
    for (const caller of [reader, systemPrincipal])
      expect(await configurations.get({ kbid, name: 'a' }, caller)).toMatchObject({ config });
  });

  it('keep what the database cannot store as another character', async () => {
    const kbid = await database.createBox();
    await configurations.create({ kbid, name: 'a' }, { kind: 'find', config: { query: 'a\0b\ud800' } });
    expect((await configurations.get({ kbid, name: 'a' }, systemPrincipal)).config).toEqual({
      query: 'a\ufffdb\ufffd',
    });
    await synonyms.put(kbid, { synonyms: { 'a\0': ['\udc00'] } });
    expect(await synonyms.get(kbid)).toEqual({ synonyms: { 'a\ufffd': ['\ufffd'] } });
  });

  it('are as many as a box may have, also when they are created at the same time', async () => {
    const kbid = await database.createBox();
    await database.dataSource.query(
      `INSERT INTO search_configurations SELECT $1, 'c' || n, 'find', '{}' FROM generate_series(2, $2) n`,
      [kbid, CONFIGURATIONS_MAX],
    );
    const names = ['a', 'b', 'c', 'd'];
    const settled = await Promise.allSettled(names.map((name) => configurations.create({ kbid, name }, payload)));
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['quota_exceeded', 'quota_exceeded', 'quota_exceeded']);
    await configurations.replace({ kbid, name: 'c2' }, payload);
  });

  it('are not kept for a box that is gone', async () => {
    const kbid = randomUUID();
    await expect(configurations.create({ kbid, name: 'a' }, payload)).rejects.toMatchObject({ code: 'not_found' });
    await expect(synonyms.put(kbid, { synonyms: {} })).rejects.toMatchObject({ code: 'not_found' });
    expect(await synonyms.get(kbid)).toEqual({ synonyms: {} });
  });

  it('of synonyms are replaced as a whole', async () => {
    const kbid = await database.createBox();
    await synonyms.put(kbid, { synonyms: { a: ['b'], c: ['d'] } });
    await synonyms.put(kbid, { synonyms: { a: ['e'] } });
    expect(await synonyms.get(kbid)).toEqual({ synonyms: { a: ['e'] } });
  });
});
