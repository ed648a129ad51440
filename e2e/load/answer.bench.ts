import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, timed } from './figures';
import { fill } from './filled-box';
import { SyntheticText } from './corpus';

const CALLS = 100;

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
  } finally {
    await lectern.stop();
  }
}
