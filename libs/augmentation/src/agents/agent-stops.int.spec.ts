import { setTimeout as sleep } from 'node:timers/promises';
import { InProcessBus } from '@lectern/bus';
import { AppError, validate } from '@lectern/contracts/core';
import { listAugmentedResources, putAugmentations, readAugmentableFields } from '@lectern/contracts/knowledge-box';
import { AgentParameters, workOnAgentTasks } from '@lectern/contracts/understanding';
import { type TaskHandler, TaskRunner } from '@lectern/database';
import type { GenerationRequest } from '@lectern/models';
import { BlockedAccounts } from '../../../understanding/src/account/blocked-accounts';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentJob } from './agent-job';
import {
  AgentBox,
  caller,
  fieldOf,
  noPictures,
  noSpecialTasks,
  noTriggers,
  openAgentWorld,
} from './agent-world.fixture';
import { AgentWorkTask } from './agent-work.task';
import { JsonWriter } from './json-writer.fixture';
import { ResourceAugmentation } from './resource-augmentation';

const RESOURCES = 6;
/** Longer than a test takes: what waits is ended by something else. */
const WAIT_MS = 120_000;
const rid = (number: number) => number.toString(16).padStart(32, '0');
const bus = Object.assign(new InProcessBus(), { request: async () => ({ blockedFeatures: [] }) });
const label = { label: { ident: 'topic', labels: [{ label: 'sea' }] } };

/** A model that can be made to wait or to fail. */
class WaitingWriter extends JsonWriter {
  meets: (signal: AbortSignal) => Promise<void> = async () => undefined;
  calls = 0;

  constructor() {
    super(() => ({ labels: ['sea'] }));
  }

  override async *generate(request: GenerationRequest, options?: { readonly signal: AbortSignal }) {
    this.calls += 1;
    await this.meets(options?.signal ?? new AbortController().signal);
    yield* super.generate(request);
  }
}

describe('a task of agents that is disturbed', () => {
  const writer = new WaitingWriter();
  let world: Awaited<ReturnType<typeof openAgentWorld>>;
  let box: AgentBox;
  let runners: TaskRunner[] = [];
  const principal = caller();

  beforeAll(async () => {
    world = await openAgentWorld(writer);
  });
  beforeEach(() => {
    box = new AgentBox();
    for (let i = 1; i <= RESOURCES; i += 1) box.resources.set(rid(i), [fieldOf('body', `Resource ${i} of the sea.`)]);
    writer.meets = async () => undefined;
    writer.calls = 0;
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
    await world.rows.deleteOfBox(box.kbid);
  });
  afterAll(() => world.close());

  async function started(members: Partial<AgentParameters> = {}) {
    const tasks = await world.serviceOf(box);
    const parameters = validate(AgentParameters, { name: 'mine', on: 1, operations: [label], ...members });
    const { id } = await tasks.start(
      { kbid: box.kbid, principal },
      { name: 'labeler', parameters, apply: 'EXISTING', enabled: true },
    );
    return { id, stop: () => tasks.stop({ kbid: box.kbid, principal, id }) };
  }

  async function run(engine = world.engine): Promise<TaskRunner> {
    const boxes = new AgentBoxes(await box.open());
    const augmentation = new ResourceAugmentation(boxes, engine, noTriggers(), noPictures());
    const job = new AgentJob(boxes, augmentation, noSpecialTasks());
    const worker = new AgentWorkTask(world.rows, job, new BlockedAccounts(bus));
    // The handler only receives payloads of its task.
    const handle: TaskHandler<unknown> = (payload, held) => worker.run(payload as { kbid: string }, held);
    const tasks = [{ task: workOnAgentTasks, handle, concurrency: 2 }];
    const pace = { drainMs: 0, graceMs: 50, lookMs: 100 };
    const runner = await TaskRunner.start({ url: world.url, queue: world.queue, tasks, concurrency: 2, pace });
    runners.push(runner);
    return runner;
  }

  async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const found = await read();
      if (found !== undefined) return found;
      await sleep(20);
    }
  }
  const taskOf = async (id: string) => world.rows.find(box.kbid, id);
  const completed = (id: string) => until(async () => ((await taskOf(id))?.completedAt ? true : undefined));
  const jobEnded = () =>
    until(async () => ((await world.queue.listWithKeys([`agents:${box.kbid}`])).length === 0 ? true : undefined));

  /** Has the work wait at a stage once it has written two resources. */
  function waitingAt(stage: string) {
    const reached = Promise.withResolvers<void>();
    const going = new AbortController();
    let isOver = false;
    const wait = async (signal?: AbortSignal) => {
      if (isOver) return;
      reached.resolve();
      const ends = signal ? AbortSignal.any([going.signal, signal]) : going.signal;
      await sleep(WAIT_MS, undefined, { signal: ends }).catch(() => undefined);
      signal?.throwIfAborted();
    };
    if (stage === 'model') writer.meets = async (signal) => (box.puts.length >= 2 ? wait(signal) : undefined);
    else box.meetsSlowly = async (operation) => (operation === stage && box.puts.length >= 2 ? wait() : undefined);
    const go = () => {
      isOver = true;
      going.abort();
    };
    return { reached: reached.promise, go };
  }
  const stages = [
    ['reads a resource', readAugmentableFields.name],
    ['waits for its model', 'model'],
    ['writes', putAugmentations.name],
  ] as const;

  it.each(stages)(
    'ends within seconds when it is stopped while it %s, and writes nothing more',
    async (_, stage) => {
      const { reached, go } = waitingAt(stage);
      const { id, stop } = await started();
      await run();
      await reached;
      const before = box.puts.length;
      await stop();
      if (stage === putAugmentations.name) go();
      await jobEnded();
      go();
      await sleep(300);
      expect(box.puts.length - before).toBeLessThanOrEqual(stage === putAugmentations.name ? 1 : 0);
      expect(await taskOf(id)).toMatchObject({ completedAt: null, failedAt: null, stoppedAt: expect.any(Date) });
    },
    60_000,
  );

  it.each(stages)(
    'is resumed when its process ends while it %s, and writes each resource once',
    async (_, stage) => {
      const { reached, go } = waitingAt(stage);
      const { id } = await started();
      const first = await run();
      await reached;
      go();
      await Promise.all([first.stop(), run()]);
      await completed(id);
      const written = box.puts.map((put) => put.rid);
      expect([...new Set(written)].toSorted()).toEqual([...box.resources.keys()].toSorted());
      expect(written.length - RESOURCES).toBeLessThanOrEqual(stage === putAugmentations.name ? 1 : 0);
    },
    60_000,
  );

  it('is stopped while it lists resources', async () => {
    const listed = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    box.meetsSlowly = async (operation) => {
      if (operation !== listAugmentedResources.name) return;
      listed.resolve();
      await going.promise;
    };
    const { id, stop } = await started();
    await run();
    await listed.promise;
    await stop();
    going.resolve();
    await sleep(300);
    expect(box.puts).toEqual([]);
    expect(await taskOf(id)).toMatchObject({ completedAt: null, failedAt: null });
  }, 60_000);

  it('ends when its box is deleted while its model answers', async () => {
    const { reached } = waitingAt('model');
    await started();
    await run();
    await reached;
    const before = box.puts.length;
    await world.rows.deleteOfBox(box.kbid);
    await jobEnded();
    await sleep(300);
    expect(box.puts.length).toBe(before);
  }, 60_000);

  it('is tried again, and never done, without its model', async () => {
    const { id } = await started();
    const { predictions } = world;
    const gone = Object.assign(Object.create(predictions), {
      generatorFor: async () => Promise.reject(new AppError('invalid_request', 'Unknown generative model writer')),
    });
    await run(new AgentEngine(gone, world.secrets, { count: () => undefined }));
    const task = await until(async () => {
      const found = await taskOf(id);
      return found && found.retries > 0 ? found : undefined;
    });
    expect(task).toMatchObject({ completedAt: null, log: 'Unknown generative model writer' });
    expect(box.puts).toEqual([]);
  }, 60_000);

  it('is tried again with the reason noted when its key is revoked, and continues with another one', async () => {
    const revoked = new AppError('provider_failed', 'The provider refuses the key (401)');
    writer.meets = async () => (box.puts.length >= 2 ? Promise.reject(revoked) : undefined);
    const { id } = await started();
    await run();
    const task = await until(async () => {
      const found = await taskOf(id);
      return found && found.retries > 0 ? found : undefined;
    });
    expect(task).toMatchObject({ completedAt: null, log: 'The provider refuses the key (401)' });
    writer.meets = async () => undefined;
    await completed(id);
    expect(box.puts.map((put) => put.rid)).toEqual([...box.resources.keys()]);
  }, 60_000);

  it('does its work beside another one that is the same: each writes for itself, once', async () => {
    const [first, second] = [await started(), await started()];
    await run();
    await Promise.all([completed(first.id), completed(second.id)]);
    const writers = box.puts.flatMap(({ rid: one, findings }) => findings.map(({ task }) => `${one} ${task}`));
    expect(new Set(writers).size).toBe(2 * RESOURCES);
    expect(writers).toHaveLength(2 * RESOURCES);
  }, 60_000);
});
