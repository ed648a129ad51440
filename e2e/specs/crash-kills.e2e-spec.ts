import { setTimeout as sleep } from 'node:timers/promises';
import { describeUnless } from '@lectern/testing';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { check } from '../harness/crash-check';
import { type CrashTarget, servicesTarget, standaloneTarget } from '../harness/crash-target';
import { Acknowledged, type CrashWorld, RefusedError, work } from '../harness/crash-work';
import { Distributed } from '../harness/distributed';
import { runningModes } from '../harness/modes';
import { asNuaClient } from '../harness/processing';
import { printedSeed, seededRandom } from '../harness/seeded-random';
import { exported } from '../harness/transfers';

/** In each mode. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 3);
const KILL_AFTER_MS_MAX = 2_500;
/** Of one kill, with the start after it and its share of the checks. */
const MS_PER_KILL = 45_000;
const CHECK_MS = 300_000;

const modeMissing = (mode: 'standalone' | 'distributed-embedded') =>
  runningModes().includes(mode) ? undefined : `the mode ${mode} is left out`;

const targets = [
  ['in one process', modeMissing('standalone'), standaloneTarget],
  ['as services', modeMissing('distributed-embedded') ?? Distributed.missing(), servicesTarget],
] as const;

describe.each(targets)('random kills during all kinds of work, %s', (mode, missing, start) => {
  describeUnless(missing, 'leave', () => {
    let target: CrashTarget;
    beforeAll(async () => {
      target = await start();
    }, 120_000);
    afterAll(() => target.stop());

    it(
      'all that was acknowledged, nothing that was deleted, no innocent failure and no file that nothing names',
      async () => {
        const seed = printedSeed(`of the kills ${mode}`);
        const random = seededRandom(seed);
        const world = await worldOf(target, random);
        const stopping = new AbortController();
        const working = work(world, stopping.signal);
        for (let i = 0; i < KILLS; i += 1) {
          const before = world.known.count;
          await until(async () => world.known.count > before || undefined, 'something is acknowledged', 60_000);
          await sleep(random() * KILL_AFTER_MS_MAX);
          const kill = target.kills[Math.floor(random() * target.kills.length)];
          const startMs = performance.now();
          await kill?.run();
          const tookS = Math.round((performance.now() - startMs) / 1_000);
          process.stderr.write(`${i + 1}. ${kill?.name}, up again after ${tookS} s; ${summary(world.known)}\n`);
        }
        stopping.abort();
        await working;
        const { swept, ...findings } = await check(target, world).catch((error: unknown) => {
          throw new Error(`${String(error)}\n${target.printed().slice(-20_000)}`, { cause: error });
        });
        process.stderr.write(`${mode}: ${KILLS} kills; ${summary(world.known)}; ${swept} files swept\n`);
        expect({ ...findings, refused: RefusedError.seen }).toEqual({
          lost: [],
          resurrected: [],
          failed: [],
          unnamed: [],
          refused: [],
          indexes: expect.stringContaining('verified: no differences'),
        });
      },
      KILLS * MS_PER_KILL + CHECK_MS,
    );
  });
});

async function worldOf(target: CrashTarget, random: () => number): Promise<CrashWorld> {
  const kb = await target.client().createKnowledgeBox();
  const [other, source] = await Promise.all([
    target.client().createKnowledgeBox({}, kb.account),
    target.client().createKnowledgeBox({}, kb.account),
  ]);
  const boxFile = await fileToImport(source);
  return { kb, other, nua: await asNuaClient(kb), boxFile, known: new Acknowledged(), random };
}

async function fileToImport(source: KnowledgeBoxClient): Promise<Buffer> {
  const rids = await Promise.all(
    Array.from({ length: 5 }, (_, i) => source.createResource({ texts: { a: { body: `The barge ${i} is moved.` } } })),
  );
  for (const rid of rids) await source.untilProcessed(rid);
  return exported(source);
}

function summary(known: Acknowledged): string {
  const { resources, files, conversations, pushes, exports, imports, agentTasks } = known;
  const all = { resources, files, conversations, pushes, exports, imports, agentTasks };
  return Object.entries(all)
    .map(([name, { size }]) => `${size} ${name}`)
    .join(', ');
}
