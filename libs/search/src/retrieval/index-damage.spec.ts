import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Metrics, Readiness } from '@lectern/runtime';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { IndexDamageReporter } from './index-damage';

const vectorset = { id: 'm', dimensions: 2 };
const everything = { terms: [], phrases: [], excluded: [], limit: 10 };

describe('readiness', () => {
  let folder: string;
  let keywords: EmbeddedKeywordIndex;
  let vectors: EmbeddedVectorIndex;
  let readiness: Readiness;
  const metrics = new Metrics();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-boxes-'));
    keywords = new EmbeddedKeywordIndex({ folder: join(folder, 'keywords'), role: 'writer', cacheSizeBytes: 2 ** 20 });
    vectors = new EmbeddedVectorIndex({ folder: join(folder, 'vectors'), role: 'writer', cacheSizeBytes: 2 ** 20 });
    readiness = new Readiness(metrics);
    new IndexDamageReporter(new InProcessBus(), keywords, vectors, readiness, metrics).onModuleInit();
    readiness.enter('serving');
  });
  afterAll(async () => {
    readiness.enter('stopping');
    await Promise.all([keywords.close(), vectors.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const search = async (kbid: string) => {
    await keywords.search(kbid, everything).catch(() => undefined);
    await vectors.search({ kbid, ...vectorset }, { vector: Float32Array.of(1, 0), limit: 1 }).catch(() => undefined);
  };
  const said = async () => {
    readiness.recheck('boxes');
    await readiness.report();
    const { status, checks } = await readiness.report();
    return [status, checks['boxes']];
  };

  it('is degraded while the indexes of a box cannot be asked, and names ten of such boxes at most', async () => {
    await search('a');
    expect(await said()).toEqual(['ok', 'ok']);
    // Queries fail from here on, although nothing is damaged.
    await vectors.close();
    for (let i = 0; i < 2; i += 1) await search('a');
    expect(await said()).toEqual(['degraded', 'knowledge boxes whose indexes cannot be asked: a (vectors)']);
    for (let n = 0; n < 22; n += 1) await search(`box${n % 11}`);
    const [status, reason] = await said();
    expect(status).toBe('degraded');
    expect(String(reason).match(/\(vectors\)/g)).toHaveLength(10);
    expect(reason).toMatch(/ and 2 more$/);
    expect((await metrics.text()).body).toContain('lectern_index_boxes_unanswered 12');
  });
});
