import { Client, type KnowledgeBoxClient } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, timed } from './figures';
import { fill } from './filled-box';
import { SyntheticText } from './corpus';

const CALLS = 100;
/** Text added to the context; the service measures the time for it. */
const STRATEGIES = [
  [],
  [{ name: 'neighbouring_paragraphs' }],
  [{ name: 'hierarchy', count: 500 }],
  [{ name: 'full_resource' }],
  [{ name: 'field_extension', fields: ['a/title', 't/body'] }],
  [{ name: 'metadata_extension', types: ['origin', 'classification_labels', 'ners', 'extra_metadata'] }],
];

/** A local answer: first byte, last byte, and what asking adds to finding and generating. */
export async function benchAnswer(): Promise<void> {
  heading('ask, local reader, 2,000 paragraphs');
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    await fill(kb, 2_000, 50);
    const text = new SyntheticText(5);
    const queries = Array.from({ length: CALLS }, () => text.query());
    const [firstMs, lastMs, generationMs]: number[][] = [[], [], []];
    for (const query of queries) {
      const beganMs = performance.now();
      const answer = await fetch(`${kb.client.origin}/api/v1${kb.path}/ask`, {
        method: 'POST',
        headers: { ...client.credential, 'content-type': 'application/json' },
        body: JSON.stringify({ query, citations: true }),
      });
      let [body, first] = ['', 0];
      for await (const chunk of answer.body ?? []) {
        first ||= performance.now() - beganMs;
        body += Buffer.from(chunk).toString('utf8');
      }
      firstMs?.push(first);
      lastMs?.push(performance.now() - beganMs);
      generationMs?.push((Number(/"generative_total":([\d.e-]+)/.exec(body)?.[1]) || 0) * 1_000);
    }
    const find = await timed(CALLS, 1, (i) => kb.find({ query: queries[i % CALLS] }));
    const [first, last, generation] = [firstMs, lastMs, generationMs].map((laps) => percentiles(laps ?? []));
    line('first byte', `p50 ${ms(first?.p50Ms)}`, `p99 ${ms(first?.p99Ms)}`);
    line('last byte', `p50 ${ms(last?.p50Ms)}`, `p99 ${ms(last?.p99Ms)}`);
    const overheadMs = (last?.p50Ms ?? 0) - find.p50Ms - (generation?.p50Ms ?? 0);
    line(
      'over find + generation',
      ms(overheadMs),
      '(aim below 10 ms)',
      `find ${ms(find.p50Ms)}`,
      `generation ${ms(generation?.p50Ms)}`,
    );
    for (const strategies of STRATEGIES) await contextLine(kb, queries, strategies);
  } finally {
    await lectern.stop();
  }
}

/** Time of strategies and of counting tokens, and the size of the context. */
async function contextLine(
  kb: KnowledgeBoxClient,
  queries: readonly string[],
  strategies: readonly { name: string }[],
) {
  const [contextMs, characters]: number[][] = [[], []];
  for (const query of queries) {
    const body = { query, rag_strategies: strategies, generate_answer: false, debug: true };
    const { body: answer } = await kb.client.send('POST', `${kb.path}/ask`, {
      body,
      headers: { 'x-synchronous': 'true' },
    });
    const { debug, prompt_context: texts } = Object(answer);
    contextMs?.push(Number(debug.metrics.context) || 0);
    characters?.push(texts.join('').length);
  }
  const [time, size] = [contextMs, characters].map((laps) => percentiles(laps ?? []));
  const names = strategies.map(({ name }) => name).join(' ') || 'no strategy';
  line(`context, ${names}`, `p50 ${ms(time?.p50Ms)}`, `p99 ${ms(time?.p99Ms)}`, `${size?.p50Ms} characters`);
}
