import { setTimeout as sleep } from 'node:timers/promises';
import { inspectKnowledgeBoxTask, startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { ScriptedProvider } from '@lectern/testing';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inDatabase } from '../harness/database';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { cpuMs, heading, line, ms } from './figures';

const LABELERS = 10;
const NOTES = 200;
const CONNECTIONS = 8;
const QUIET_MS = 3_000;
const WHOLE_MS_MAX = 30 * 60_000;
const workDone = ['processResource', 'embedResource', 'updateIndexedResource'];

/** Cost of labels of many agents, which do not change texts. */
export async function benchAgents(): Promise<void> {
  heading(`${LABELERS} labelers over ${NOTES} notes, with a model that answers at once`);
  const provider = await ScriptedProvider.start();
  provider.answerWith(() => ({ pieces: ['{"labels":["science"]}'] }));
  const model = { GENERATOR: 'openai-compatible', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'key' };
  const lectern = await Standalone.start({ env: { ...model, OPENAI_MODEL: 'scripted', EMBEDDER: 'lexical' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const [existing, fresh] = [await client.createKnowledgeBox(), await client.createKnowledgeBox()];
    const alone = await spent(lectern, () => write(existing));
    report('the notes alone', alone);
    const later = await spent(lectern, () => labelExisting(existing));
    report('labels of notes that are there', later);
    const together = await spent(lectern, async () => {
      await startLabelers(fresh, 'NEW');
      await labelled(fresh, await write(fresh));
    });
    report('notes and labels', together);
  } finally {
    await lectern.stop();
    await provider.close();
  }
}

async function write(box: KnowledgeBoxClient): Promise<readonly string[]> {
  const text = new SyntheticText(7);
  const bodies = Array.from({ length: NOTES }, () => `${text.paragraph()} ${text.paragraph()}`);
  const rids = new Array<string>(NOTES);
  await inParallel([...bodies.keys()], CONNECTIONS, async (i) => {
    rids[i] = await box.createResource({ texts: { a: { body: bodies[i] ?? '' } } });
  });
  return rids;
}

async function startLabelers(box: KnowledgeBoxClient, apply: 'EXISTING' | 'NEW'): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let i = 0; i < LABELERS; i += 1) {
    const label = { ident: `set_${i}`, labels: [{ label: 'science' }, { label: 'art' }] };
    const parameters = { name: `labeler-${i}`, on: 1 as const, operations: [{ label }] };
    ids.push((await box.api(startKnowledgeBoxTask, { body: { name: 'labeler', apply, parameters } })).id);
  }
  return ids;
}

async function labelExisting(box: KnowledgeBoxClient): Promise<void> {
  for (const task_id of await startLabelers(box, 'EXISTING'))
    await until(
      async () =>
        (await box.api(inspectKnowledgeBoxTask, { params: { task_id } })).request?.completed ? true : undefined,
      'a labeler is done',
      WHOLE_MS_MAX,
    );
}

async function labelled(box: KnowledgeBoxClient, rids: readonly string[]): Promise<void> {
  for (const rid of rids)
    await until(
      async () => {
        const { computedmetadata } = await box.resource(rid);
        const all = (computedmetadata?.field_classifications ?? []).flatMap((one) => one.classifications);
        return all.length >= LABELERS ? true : undefined;
      },
      'a note has all labels',
      WHOLE_MS_MAX,
    );
}

interface Spent {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly transactions: number;
  /** Tasks that were done. */
  readonly done: ReadonlyMap<string, number>;
}

/** Until nothing is left to be done. */
async function spent(lectern: Standalone, work: () => Promise<unknown>): Promise<Spent> {
  const [before, beganMs] = [await figures(lectern), performance.now()];
  await work();
  let after = await figures(lectern);
  for (let isQuiet = false; !isQuiet;) {
    await sleep(QUIET_MS);
    const now = await figures(lectern);
    isQuiet = now.waiting === 0 && JSON.stringify([...now.done]) === JSON.stringify([...after.done]);
    after = now;
  }
  return {
    seconds: (performance.now() - beganMs - QUIET_MS) / 1_000,
    cpuMs: after.cpuMs - before.cpuMs,
    transactions: after.transactions - before.transactions,
    done: new Map([...after.done].map(([task, count]) => [task, count - (before.done.get(task) ?? 0)])),
  };
}

async function figures(lectern: Standalone) {
  const metrics = await (await fetch(`${lectern.origin}/metrics`)).text();
  const count = (task: string) =>
    Number(
      new RegExp(`^lectern_task_seconds_count\\{task="${task}",outcome="done"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
    );
  const rows = await inDatabase(lectern.folder, async (database) => {
    const sql = `select sum(xact_commit) as transactions,
      (select count(*) from knowledge_box_tasks.job where run_at < now() + interval '1 minute') as waiting
      from pg_stat_database`;
    return (await database.query<{ readonly transactions: string; readonly waiting: string }>(sql)).rows;
  });
  return {
    cpuMs: cpuMs([lectern.app.pid]) ?? Number.NaN,
    transactions: Number(rows[0]?.transactions),
    waiting: Number(rows[0]?.waiting),
    done: new Map(workDone.map((task) => [task, count(task)])),
  };
}

function report(name: string, { seconds, cpuMs: cpu, transactions, done }: Spent): void {
  const tasks = [...done].map(([task, count]) => `${task} ${count}`);
  line(name, `${seconds.toFixed(0)} s`, `CPU ${ms(cpu)}`, `${transactions} transactions`, ...tasks);
}
