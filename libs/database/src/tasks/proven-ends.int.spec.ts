import { entryFile } from '@lectern/config';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TaskWorld, work } from './task-world.fixture';

/** Time limit for all work, however often processes end. */
const TIMEOUT_MS = 120_000;
const ENDS_MAX = 6;
/** The third pause is 10 s. */
const ENDS_WITH_PAUSES_MAX = 4;

const indexOf = (library: string) => JSON.stringify(entryFile(resolve(__dirname, '../../..', library, 'src'), 'index'));

/**
 * A process that runs jobs until none is left. A job named after a way to end the process ends it that way.
 */
const program = `
  const { DataSource } = require('typeorm');
  const { noteOwnEnd } = require(${indexOf('runtime')});
  const { TaskQueue, TaskRunner } = require(${indexOf('database')});
  const [url, folder] = process.argv.slice(1);
  noteOwnEnd(folder);
  const ends = {
    abort: () => process.abort(),
    heap: () => { const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length)); },
    segfault: () => process.kill(process.pid, 'SIGSEGV'),
  };
  const handle = async ({ name }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ends[name]?.();
  };
  const dataSource = new DataSource({ type: 'postgres', url });
  const tasks = [{ task: { name: 'work', attemptsMax: 2, timeoutMs: 60000 }, handle }];
  const pace = { drainMs: 50, graceMs: 50, lookMs: 100 };
  dataSource.initialize().then(async () => {
    const queue = new TaskQueue(dataSource, 's_tasks');
    await TaskRunner.start({ url, queue, tasks, concurrency: 4, pace });
    setInterval(async () => {
      const counts = await queue.counts();
      if (counts.every(({ state }) => state === 'failed')) process.exit(0);
      if (!process.env.KEEPS_PAUSES) await dataSource.query('update s_tasks.job set run_at = now() where locked_by is null');
    }, 50);
  });`;

/** Starts it like an npm script, which sees how its child ends. */
const parent = `
  const { spawn } = require('node:child_process');
  const [program, ...rest] = process.argv.slice(1);
  import(${JSON.stringify(pathToFileURL(resolve(__dirname, '../../../../tools/child-end.mjs')).href)}).then(({ noteChildEnd }) => {
    const child = spawn(process.execPath, ['--max-old-space-size=48', '-e', program, ...rest], { stdio: 'ignore' });
    child.on('exit', (code, signal) => {
      noteChildEnd(child.pid, signal);
      process.exit(code ?? 1);
    });
  });`;

describe('a process that ends by itself', () => {
  let world: TaskWorld;
  let folder: string;

  beforeAll(async () => {
    world = await TaskWorld.open();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-ends-'));
  });
  afterEach(async () => {
    await world.clear();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => world.close());

  /** @returns number of times that the process ended before all possible work was done */
  async function workOff(withParent: boolean, environment: NodeJS.ProcessEnv = {}): Promise<number> {
    const endsMax = environment['KEEPS_PAUSES'] ? ENDS_WITH_PAUSES_MAX : ENDS_MAX;
    const args = withParent
      ? ['-e', parent, program, world.database.url, folder]
      : ['--max-old-space-size=48', '-e', program, world.database.url, folder];
    for (let ends = 0; ends < endsMax; ends += 1) {
      const env = { ...process.env, ...environment, DATA_DIR: folder };
      const child = spawn(process.execPath, args, { stdio: 'ignore', env });
      const [code] = await once(child, 'exit');
      if (code === 0) return ends;
    }
    throw new Error(`It did not come to an end after ${endsMax} ends`);
  }

  it.each([
    ['abort', true],
    ['segfault', true],
    ['heap', false],
  ])(
    'because of a job (%s, seen by a parent: %j) gives up this job alone, and does all others',
    async (end, withParent) => {
      for (const name of ['a', 'b', end, 'c', 'd', 'e', 'f']) await world.queue.add(work, { name });
      const ends = await workOff(withParent);
      const left = (await world.queue.list({})).items;
      expect(left).toMatchObject([{ payload: { name: end }, state: 'failed' }]);
      expect(left[0]?.lastError).toContain('ended by itself each time');
      expect(ends).toBe(3);
    },
    TIMEOUT_MS,
  );

  it(
    'is not blamed on a job where nobody saw how it ended',
    async () => {
      await world.queue.add(work, { name: 'abort' });
      await world.queue.add(work, { name: 'a' });
      // Its pauses give the other one its turn.
      await expect(workOff(false, { KEEPS_PAUSES: 'yes' })).rejects.toThrow('did not come to an end');
      const left = (await world.queue.list({})).items;
      expect(left.map(({ payload, attempts }) => [payload, attempts])).toEqual([
        [{ name: 'abort' }, expect.any(Number)],
      ]);
      expect(left[0]?.state).not.toBe('failed');
    },
    TIMEOUT_MS,
  );
});
