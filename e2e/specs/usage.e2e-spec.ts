import { getAccountUsage, type UsageMetric, usageMetrics } from '@lectern/contracts/accounts';
import { contextOperations, generationOperations } from '@lectern/contracts/agents';
import { askKnowledgeBox, findParagraphs, suggest } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const TEXT = 'The ibex climbs steep rocks in winter.';

/** In thousands, to six digits. */
function tokensOf(step: { readonly input_svc_tokens: number; readonly output_svc_tokens: number }): unknown {
  return expect.closeTo(step.input_svc_tokens + step.output_svc_tokens, 6);
}

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

  it.each(['agent', 'agent_no_memory'] as const)(
    'of an %s is counted by the agent, and of boxes that it asks by the box',
    async (kind) => {
      const box = await kb.client.createKnowledgeBox();
      await box.createResource({ title: 'Ibex', texts: { body: { body: TEXT } } }, { wait: 'embedded' });
      const agent = await TestAgent.create(kb.client, { nature: box }, kind);
      await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['nature'] } });
      await agent.api(generationOperations.add, { body: { module: 'summarize' } });
      const frames = await agent.frames({ body: { question: 'Where does the ibex climb?' } });
      const [asked, summarized] = frames.flatMap(({ step }) => step ?? []).map(tokensOf);
      expect(frames.at(-1)).toMatchObject({ operation: 3 });
      const [used, ofBox] = await until(async () => {
        const now = [await sums(agent.id), await sums(box.id)] as const;
        return now.every(({ ai_tokens_used: tokens }) => tokens > 0) ? now : undefined;
      }, 'usage of the agent and of its box has arrived');
      expect([used.svc_tokens, ofBox.svc_tokens]).toEqual([summarized, asked]);
      expect(used.searches_performed).toBe(0);
      expect(ofBox.searches_performed).toBeGreaterThan(0);
    },
  );

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
