import { inspectKnowledgeBoxTask, startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, percentiles } from './figures';
import { cpuOfTreeMs } from './process-tree';

const RESOURCES = Number(process.env['RESOURCES'] ?? 10_000);
const EMBEDDER = process.env['EMBEDDER'] ?? 'lexical';
const CONNECTIONS = 8;
const FINDS = 200;
const FIND_PAUSE_MS = 50;
const WHOLE_MS_MAX = 60 * 60_000;

/**
 * A labeler without a language model over notes of one paragraph: notes per second, CPU per note of the whole product,
 * and how long finds take beside it. `RESOURCES` notes (10,000), by the model `EMBEDDER` (lexical).
 */
export async function benchLabelerSpeed(): Promise<void> {
  heading(`a local labeler over ${RESOURCES} notes, with ${EMBEDDER}`);
  const lectern = await Standalone.start({ env: { EMBEDDER } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    const used = () => cpuOfTreeMs(lectern.app.pid);
    await filled(kb);
    const quiet = await findsUntil(kb, async (count) => count < FINDS);
    const [cpuBefore, beganMs] = [used(), performance.now()];
    const id = await started(kb);
    const [request, beside] = await Promise.all([ended(kb, id), findsWhile(kb, id)]);
    const seconds = (performance.now() - beganMs) / 1_000;
    const worked = request.progress?.seconds_worked ?? seconds;
    const cpu = used() - cpuBefore;
    line('labels', `${(RESOURCES / worked).toFixed(0)}/s`, `CPU ${ms(cpu / RESOURCES)} a note, finds included`);
    line('finds before', ...cells(quiet));
    line('finds beside it', ...cells(beside));
  } finally {
    await lectern.stop();
  }
}

async function filled(kb: KnowledgeBoxClient): Promise<void> {
  const text = new SyntheticText(7);
  const bodies = Array.from({ length: RESOURCES }, () => text.paragraph());
  const rids = await inParallel(bodies, CONNECTIONS, (body) => kb.createResource({ texts: { a: { body } } }));
  for (const rid of [...rids.filter((_, i) => i % 100 === 0), ...rids.slice(-CONNECTIONS * 4)])
    await kb.untilEmbedded(rid, WHOLE_MS_MAX);
}

async function started(kb: KnowledgeBoxClient): Promise<string> {
  const text = new SyntheticText(8);
  const labels = Array.from({ length: 10 }, (_, i) => ({ label: `label ${i}`, description: text.query() }));
  const parameters = { name: 'labels', on: 1 as const, operations: [{ label: { ident: 'topic', labels } }] };
  return (await kb.api(startKnowledgeBoxTask, { body: { name: 'labeler', apply: 'EXISTING', parameters } })).id;
}

async function requestOf(kb: KnowledgeBoxClient, task_id: string) {
  const { request } = await kb.api(inspectKnowledgeBoxTask, { params: { task_id } });
  return request?.completed || request?.failed ? request : undefined;
}

function ended(kb: KnowledgeBoxClient, id: string) {
  return until(() => requestOf(kb, id), 'the labeler is done', WHOLE_MS_MAX);
}

function findsWhile(kb: KnowledgeBoxClient, id: string): Promise<readonly number[]> {
  return findsUntil(kb, async (count) => count % 20 !== 0 || !(await requestOf(kb, id)));
}

/** Times of finds one after the other, with a pause between them. */
async function findsUntil(
  kb: KnowledgeBoxClient,
  goesOn: (count: number) => Promise<boolean>,
): Promise<readonly number[]> {
  const text = new SyntheticText(9);
  const lapsMs: number[] = [];
  while (await goesOn(lapsMs.length)) {
    const beganMs = performance.now();
    await kb.find({ query: text.query(), top_k: 10 });
    lapsMs.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, FIND_PAUSE_MS));
  }
  return lapsMs;
}

function cells(lapsMs: readonly number[]): readonly string[] {
  const { p50Ms, p99Ms } = percentiles(lapsMs);
  return [`${lapsMs.length} finds`, `p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)}`];
}
