import { AppError } from '@lectern/contracts/core';
import type { AugmentationPayload } from '@lectern/contracts/knowledge-box';
import type { AgentTaskEntity } from './agent-task.entity';
import { randomUUID } from 'node:crypto';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine, type AgentRun } from './agent-engine';
import { foundNothing } from './agent-findings';
import { noPictures, noTriggers } from './agent-world.fixture';
import { AgentTaskWork, type LeasedRun } from './leased-run';
import { ResourceAugmentation } from './resource-augmentation';

const kbid = randomUUID();
const rid = 'a'.repeat(32);

function taskOf(name: string, filter?: object): AgentTaskEntity {
  const now = new Date();
  return {
    id: name,
    kbid,
    account: randomUUID(),
    kind: 'config',
    name: 'labeler',
    nuaClient: null,
    startedBy: 'me',
    configId: null,
    cleanupOf: null,
    enabled: true,
    created: now,
    scheduledAt: null,
    completedAt: null,
    stoppedAt: null,
    failedAt: null,
    retries: 0,
    log: null,
    cursor: '',
    dueAt: now,
    lease: null,
    progress: null,
    report: null,
    sealed: null,
    parameters: { name, on: 1, operations: [{ label: { ident: name, labels: [] } }], filter },
  };
}

function field(id: string) {
  const metadata = { links: [], paragraphs: [], ner: {}, entities: {}, classifications: [], language: 'en' };
  return { letter: 't', id, version: '1', text: 'The sea.', paragraphs: [], metadata };
}

/** Findings stored by tasks for a resource with some fields. */
class World {
  readonly puts: AugmentationPayload[] = [];
  reads = 0;
  refuses: (payload: AugmentationPayload) => AppError | undefined = () => undefined;
  private readonly turn = new AbortController();

  constructor(
    private readonly fields: readonly string[],
    private readonly find: (name: string) => Partial<AgentRun['found']>,
  ) {}

  async run(...tasks: readonly AgentTaskEntity[]): Promise<readonly AgentTaskWork[]> {
    const read = () => {
      this.reads += 1;
      return this.fields.map(field);
    };
    const put = (payload: AugmentationPayload) => {
      const refusal = this.refuses(payload);
      if (refusal) throw refusal;
      this.puts.push(payload);
    };
    const boxes: AgentBoxes = Object.assign(Object.create(AgentBoxes.prototype), {
      async *fields() {
        yield { resource: { rid, icon: '', labels: [], done: {}, failed: {} }, fields: read() };
      },
      put: async (payload: AugmentationPayload) => put(payload),
    });
    const run = async ({ name }: { readonly name: string }) => ({
      found: { ...foundNothing, ...this.find(name) },
      errors: [],
      inputTokens: 0,
      outputTokens: 0,
      calls: 0,
      byOperation: [],
    });
    const engine: AgentEngine = Object.assign(Object.create(AgentEngine.prototype), {
      run,
      modelsOf: () => ({ generator: async () => undefined }),
      isLocal: async () => true,
    });
    const works = tasks.map((task) => new AgentTaskWork(task, this.turn.signal));
    const keep = async () => undefined;
    const turn: LeasedRun = { signal: this.turn.signal, keep, admit: keep };
    await new ResourceAugmentation(boxes, engine, noTriggers(), noPictures()).augment(works, rid, turn);
    return works;
  }
}

const tasksIn = ({ findings }: AugmentationPayload) => findings.map(({ task }) => task);
const labelled = (name: string) => ({ classifications: [{ labelset: name, label: 'x' }] });

describe('agents on a resource', () => {
  it('read it once and store once what all of them found', async () => {
    const world = new World(['a', 'b'], labelled);
    const names = Array.from({ length: 22 }, (_, i) => `labeler_${i}`);
    await world.run(...names.map((name) => taskOf(name)));
    expect([world.reads, world.puts.map(tasksIn)]).toEqual([1, [names]]);
    expect(world.puts[0]?.findings.map(({ fields }) => fields.map(({ id }) => id))).toEqual(
      names.map(() => ['a', 'b']),
    );
  });

  it('that fail keep no others from storing what they found', async () => {
    const world = new World(['a'], (name) => {
      if (name === 'away') throw new AppError('unavailable', 'The provider is away');
      if (name === 'wrong') throw new AppError('invalid_request', 'There is no such model');
      return labelled(name);
    });
    const [one, away, wrong, other] = await world.run(...['one', 'away', 'wrong', 'other'].map((name) => taskOf(name)));
    expect(world.puts.map(tasksIn)).toEqual([['one', 'other']]);
    expect([one?.isActive, other?.isActive, away?.failure]).toMatchObject([
      true,
      true,
      { error: { code: 'unavailable' } },
    ]);
    expect([wrong?.isActive, wrong?.task.log]).toEqual([true, `${rid}: There is no such model`]);
  });

  it('store each for itself what is too much together', async () => {
    const world = new World(['a'], labelled);
    world.refuses = (payload) =>
      tasksIn(payload).includes('huge') ? new AppError('invalid_request', 'That is too much') : undefined;
    const [, huge] = await world.run(...['one', 'huge', 'other'].map((name) => taskOf(name)));
    expect(world.puts.map(tasksIn)).toEqual([['one'], ['other']]);
    expect([huge?.isActive, huge?.task.log]).toEqual([true, `${rid}: That is too much`]);
  });

  it('that only label do not wait for those that write', async () => {
    const texts = [{ destination: 'who', body: 'Ada', format: 'PLAIN' as const }];
    const world = new World(['a'], (name) => (name === 'writer' ? { texts } : labelled(name)));
    world.refuses = (payload) =>
      tasksIn(payload).includes('writer') ? new AppError('rate_limited', 'Too much is waiting') : undefined;
    const [writer, labeler] = await world.run(taskOf('writer'), taskOf('labeler'));
    expect(world.puts.map(tasksIn)).toEqual([['labeler']]);
    expect([writer?.failure, labeler?.isActive]).toMatchObject([{ error: { code: 'rate_limited' } }, true]);
  });

  it('that ask for labels see those that others have just found', async () => {
    const world = new World(['a'], labelled);
    await world.run(taskOf('late', { labels: ['early/x'] }), taskOf('never', { labels: ['none/x'] }), taskOf('early'));
    expect(world.puts.map(tasksIn)).toEqual([['late', 'early']]);
  });
});
