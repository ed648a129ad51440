import { AppError } from '@lectern/contracts/core';
import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { kbid, recordOf, ridOf } from '../keyword-records.contract';
import { EngineCalls } from './engine-calls';
import { IndexNames } from './index-names';
import { TestZone } from './opensearch-zone.contract';
import { readHeads } from './resource-heads';

const found = findOpenSearch();
const replacements = 20;
const readersAtOnce = 4;

describeUnless('missing' in found ? found.missing : undefined, 'Heads of resources', () => {
  let server: OpenSearchServer;
  let zone: TestZone;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
    zone = new TestZone(server.url);
  }, 120_000);

  afterAll(async () => {
    await zone.destroy();
    await server.stop();
  });

  it('are read or refused, never taken for missing, while one index takes the place of another', async () => {
    await (await zone.open()).put(kbid, [recordOf(1, ['alpha'])]);
    const names = new IndexNames(zone.options.prefix);
    const alias = names.alias(kbid);
    const calls = new EngineCalls(zone.client, zone.options.timeoutMs);
    const seen = { held: 0, missing: 0 };
    let isOver = false;
    const readAll = async () => {
      while (!isOver) {
        const held = await readHeads(calls, alias, [ridOf(1)]).catch(refused);
        if (held === 'refused') continue;
        seen[held?.has(ridOf(1)) ? 'held' : 'missing'] += 1;
      }
    };
    const readers = Array.from({ length: readersAtOnce }, readAll);
    const head = await zone.client.get({ index: alias, id: ridOf(1), routing: ridOf(1) });
    for (let number = 1; number <= replacements; number += 1) {
      const [index, target] = [names.index(kbid, number), names.index(kbid, number + 1)];
      await zone.client.index({ index: target, id: ridOf(1), routing: ridOf(1), body: head.body._source ?? {} });
      const actions = [{ remove_index: { index } }, { add: { index: target, alias } }];
      await zone.client.indices.updateAliases({ body: { actions } });
    }
    isOver = true;
    await Promise.all(readers);
    expect(seen.held).toBeGreaterThan(0);
    expect(seen.missing).toBe(0);
  });
});

function refused(error: unknown): 'refused' {
  if (error instanceof AppError && error.code === 'unavailable') return 'refused';
  throw error;
}
