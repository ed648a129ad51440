import { getAccountUsage, type UsageMetric, usageMetrics } from '@lectern/contracts/accounts';
import { askKnowledgeBox, findParagraphs, suggest } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const TEXT = 'The ibex climbs steep rocks in winter.';

inStandalone('usage, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  /** Sums of the box since the day began. */
  async function sums(knowledgebox = kb.id): Promise<Readonly<Record<UsageMetric, number>>> {
    const query = { from: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`, knowledgebox };
    const { points } = await kb.api(getAccountUsage, { query });
    expect(points).toHaveLength(1);
    const metrics = points[0]?.metrics ?? [];
    expect(metrics.map(({ name }) => name)).toEqual([...usageMetrics]);
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Record<UsageMetric, number>;
  }

  it('is nothing where nothing was done', async () => {
    expect(new Set(Object.values(await sums('00000000-0000-4000-8000-000000000000')))).toEqual(new Set([0]));
  });

  it('is what was done, within seconds', async () => {
    await kb.createResource({ title: 'Ibex', texts: { body: { body: TEXT } } }, { wait: 'embedded' });
    for (let i = 0; i < 3; i += 1) await kb.api(findParagraphs, { body: { query: `ibex ${i}` } });
    await kb.api(suggest, { body: { query: 'ibe' } });
    for await (const _ of kb.client.api.stream(askKnowledgeBox, {
      params: { kbid: kb.id },
      body: { query: 'Where does the ibex climb?' },
    }));
    const found = await until(async () => {
      const now = await sums();
      return now.ai_tokens_used > 0 && now.suggestions_performed > 0 ? now : undefined;
    }, 'usage has arrived');
    expect(found).toMatchObject({ suggestions_performed: 1, train_seconds: 0, media_files_processed: 0 });
    // The harness looks for the resource until it is found.
    expect(found.searches_performed).toBeGreaterThanOrEqual(4);
    expect(found.resources_processed).toBeGreaterThanOrEqual(1);
    expect(found.chars_processed).toBeGreaterThanOrEqual(TEXT.length);
    expect(found.bytes_processed).toBeGreaterThanOrEqual(TEXT.length);
    expect(found.svc_tokens).toBeCloseTo(found.ai_tokens_used / 1_000, 6);
    expect(found.svc_tokens_billed).toBeCloseTo(found.svc_tokens, 6);
  });

  it('is summed by hour without gaps, and not asked for without a beginning', async () => {
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const { points } = await kb.api(getAccountUsage, { query: { from, to, aggregation: 'hour' } });
    expect(points.map(({ timestamp }) => timestamp).slice(0, 2)).toEqual([
      '2026-01-01T00:00:00+00:00',
      '2026-01-01T01:00:00+00:00',
    ]);
    expect(points).toHaveLength(24);
    expect((await kb.client.send('GET', `/account/${kb.account}/usage`)).status).toBe(422);
  });
});
