import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIndexRun } from '@lectern/contracts/knowledge-box';
import { type DamageCase, damageCases, everyFileBelow, harms, kindOfFile } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';

const env = { EMBEDDER: 'minilm-l6' };
const RESOURCES = 8;
/** By default; `DAMAGED_FILES=all` harms every file in every way, `SEED` repeats a run. */
const CASES = 4;
const HEALED_MS_MAX = 60_000;
const everything = { top_k: 100, min_score: { semantic: -1, bm25: 0 }, show_hidden: true };

describe('one damaged file of the indexes', () => {
  let dataDir: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let before: string;

  const start = async () => {
    standalone = await Standalone.start({ dataDir, env });
    const root = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    kb = kb ? kb.as(root) : await root.createKnowledgeBox();
  };
  /** Results by words and by meaning; undefined while one of both lacks some. */
  const found = async (): Promise<string | undefined> => {
    const ask = (query: string, feature: string) =>
      kb.client.send('POST', `${kb.path}/find`, { body: { ...everything, query, features: [feature] } });
    const answers = await Promise.all([ask('ibex', 'keyword'), ask('mountain goats', 'semantic')]);
    if (answers.some(({ status }) => status !== 200)) return undefined;
    // As a find answers.
    const hits = answers.map(({ body }) => (body as { readonly best_matches: readonly string[] }).best_matches);
    return JSON.stringify(hits.map((ids) => ids.toSorted()));
  };
  const untilRight = async (what: string) => {
    let last: string | undefined;
    for (const endMs = performance.now() + HEALED_MS_MAX; performance.now() < endMs; await sleep(100)) {
      last = await found();
      if (last === before) return;
    }
    throw new Error(`Not right after a minute, ${what}: ${last ?? 'no whole answer'}`);
  };
  /** Healing gives files other names: another one of its kind takes the place of one that is gone. */
  const harm = ({ file, kind, harm: how, seed }: DamageCase) => {
    const folder = join(dataDir, 'index');
    const wanted = join(folder, file);
    const path = existsSync(wanted) ? wanted : everyFileBelow(folder).find((one) => kindOfFile(one, folder) === kind);
    if (path !== undefined) harms[how]?.(path, seed);
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    await start();
    const texts = (i: number) => ({ a: { body: `The ibex of valley ${i} climbs.\n\nIt eats lichen.` } });
    for (let i = 0; i < RESOURCES; i += 1) await kb.createResource({ texts: texts(i) }, { wait: 'embedded' });
    while (before === undefined) before = (await found()) ?? before;
  }, 120_000);
  afterAll(async () => {
    await standalone.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('changes nothing that is found for longer than a minute, while the product runs and when it starts', async () => {
    expect(JSON.parse(before).map((ids: readonly string[]) => ids.length)).toEqual([RESOURCES, RESOURCES]);
    for (const one of damageCases(join(dataDir, 'index'), 'of the damaged indexes', CASES)) {
      if (one.state === 'closed') await standalone.stop();
      harm(one);
      if (one.state === 'closed') await start();
      await untilRight(`${one.kind} ${one.harm} while it is ${one.state}`);
    }
    await standalone.stop();
    await start();
    await untilRight('after a start');
  }, 3_600_000);

  it('is no hindrance to a rebuild that is under way, nor to writes', async () => {
    await kb.api(startIndexRun, { params: { work: 'rebuild' }, body: { kb: kb.id } });
    const data = everyFileBelow(join(dataDir, 'index')).filter(
      (file) => file.includes(kb.id) && file.includes('/data/'),
    );
    for (const file of data) harms['filled with zeros']?.(file, 1);
    const late = await kb.createResource({ texts: { a: { body: 'A marmot whistles.' } } }, { wait: 'embedded' });
    await kb.client.send('DELETE', `${kb.path}/resource/${late}`);
    await untilRight('after a rebuild');
    await standalone.stop();
    await start();
    await untilRight('after a rebuild and a start');
  }, 300_000);
});
