import { AppError, validate } from '@lectern/contracts/core';
import { putAugmentations, readAugmentableFields } from '@lectern/contracts/knowledge-box';
import { AgentParameters } from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from './agent-task.entity';
import { randomUUID } from 'node:crypto';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentJob } from './agent-job';
import { AgentTaskWork, type LeasedRun } from './leased-run';
import {
  AgentBox,
  fieldOf,
  noSpecialTasks,
  noPictures,
  noTriggers,
  newTaskSecrets,
  noUse,
  predictionsWith,
} from './agent-world.fixture';
import { JsonWriter } from './json-writer.fixture';
import { ResourceAugmentation } from './resource-augmentation';

const rid = (number: number) => number.toString(16).padStart(32, '0');

describe('a run of tasks of agents', () => {
  let engine: AgentEngine;
  let close: () => Promise<void>;
  let box: AgentBox;
  let job: AgentJob;
  let run: LeasedRun;
  /** Positions that were stored, by the name of the task. */
  let kept: { name: string; cursor: string; retries: number }[];
  let writes: (prompt: string) => object;

  beforeAll(async () => {
    const world = await predictionsWith(new JsonWriter((prompt) => writes(prompt)));
    engine = new AgentEngine(world.predictions, newTaskSecrets(), noUse());
    close = world.close;
  });
  beforeEach(async () => {
    box = new AgentBox();
    const boxes = new AgentBoxes(await box.open());
    job = new AgentJob(boxes, new ResourceAugmentation(boxes, engine, noTriggers(), noPictures()), noSpecialTasks());
    kept = [];
    writes = () => ({ labels: ['sea'] });
    run = {
      signal: new AbortController().signal,
      keep: async (works) => {
        for (const { task } of works) kept.push({ name: task.name, cursor: task.cursor, retries: task.retries });
      },
      admit: async () => undefined,
    };
  });
  afterAll(() => close());

  function workOf(members: Partial<AgentTaskEntity> = {}): AgentTaskWork {
    const now = new Date();
    const operations = [{ label: { ident: 'topic', labels: [{ label: 'sea' }] } }];
    const tally = { progress: null, report: null, sealed: null };
    const unset = {
      ...tally,
      scheduledAt: null,
      completedAt: null,
      stoppedAt: null,
      failedAt: null,
      log: null,
      lease: null,
    };
    const task: AgentTaskEntity = {
      ...unset,
      id: randomUUID(),
      kbid: box.kbid,
      account: randomUUID(),
      kind: 'request',
      name: 'labeler',
      parameters: validate(AgentParameters, { name: 'mine', on: 1, operations }),
      configId: null,
      cleanupOf: null,
      nuaClient: null,
      startedBy: 'me',
      enabled: true,
      created: now,
      retries: 0,
      report: null,
      cursor: '',
      dueAt: now,
      ...members,
    };
    return new AgentTaskWork(task, run.signal);
  }

  const addResources = (count: number) => {
    for (let i = 1; i <= count; i += 1) box.resources.set(rid(i), [fieldOf('body', `Resource ${i}.`)]);
  };
  const written = () => box.puts.map((put) => put.rid);

  describe('for existing resources', () => {
    it('reads all of them in the order of their ids, and is done', async () => {
      addResources(120);
      const work = workOf();
      await job.work([work], run);
      expect(written()).toEqual(Array.from({ length: 120 }, (_, at) => rid(at + 1)));
      expect(work.end).toEqual({ dueAt: null, completedAt: expect.any(Date) });
    });

    it('continues after the last resource that it finished', async () => {
      addResources(5);
      await job.work([workOf({ cursor: rid(3) })], run);
      expect(written()).toEqual([rid(4), rid(5)]);
      expect(kept.at(-1)).toMatchObject({ cursor: rid(5) });
    });

    it('of an empty box is done at once', async () => {
      const work = workOf();
      await job.work([work], run);
      expect(work.end).toMatchObject({ completedAt: expect.any(Date) });
    });

    it('forgets earlier failures with the next progress', async () => {
      addResources(1);
      await job.work([workOf({ retries: 3 })], run);
      expect(kept.at(-1)).toMatchObject({ cursor: rid(1), retries: 0 });
    });

    it('passes over resources that were deleted since they were listed', async () => {
      addResources(3);
      box.meets = (operation) => {
        if (operation === readAugmentableFields.name) box.resources.delete(rid(2));
      };
      const work = workOf();
      await job.work([work], run);
      expect(written()).toEqual([rid(1), rid(3)]);
      expect([work.failure, work.task.log]).toEqual([undefined, null]);
    });

    it('notes resources that cannot hold what was found, and goes on with the next', async () => {
      addResources(2);
      box.meets = (operation) => {
        if (operation === putAugmentations.name && box.puts.length === 0 && kept.length < 2)
          throw new AppError('invalid_request', 'That is too much');
      };
      const work = workOf();
      await job.work([work], run);
      expect(work.task.log).toBe(`${rid(1)}: That is too much`);
      expect(work.end).toMatchObject({ completedAt: expect.any(Date) });
    });

    it('fails when its box cannot be read, and keeps what it stored before', async () => {
      addResources(2);
      box.meets = (operation) => {
        if (operation === readAugmentableFields.name && written().length === 1)
          throw new AppError('unavailable', 'It is away');
      };
      const work = workOf();
      await job.work([work], run);
      expect(written()).toEqual([rid(1)]);
      expect(work.failure?.error).toMatchObject({ code: 'unavailable' });
      expect(work.task.cursor).toBe(rid(1));
    });

    it('of one task fails without the others that are worked on with it', async () => {
      addResources(2);
      writes = (prompt) => {
        if (prompt.includes('land')) throw new AppError('unavailable', 'The provider is away');
        return { labels: ['sea'] };
      };
      const operations = [{ label: { ident: 'topic', labels: [{ label: 'land' }] } }];
      const failing = workOf({ parameters: validate(AgentParameters, { name: 'other', on: 1, operations }) });
      const work = workOf();
      await job.work([failing, work], run);
      expect(failing.failure?.error).toMatchObject({ code: 'unavailable' });
      expect(failing.task.cursor).toBe('');
      expect(work.end).toMatchObject({ completedAt: expect.any(Date) });
      expect(written()).toEqual([rid(1), rid(2)]);
    });

    it('writes nothing any more for a task that was stopped', async () => {
      addResources(3);
      const work = workOf();
      run = {
        ...run,
        keep: async () => work.lose(),
      };
      await job.work([work], run);
      expect([written(), work.isActive, work.end]).toEqual([[], false, undefined]);
    });

    it('ends with its process', async () => {
      addResources(2);
      const stopping = new AbortController();
      run = { ...run, signal: stopping.signal };
      box.meets = () => stopping.abort(new Error('stopping'));
      const work = workOf();
      await job.work([work], run);
      expect([written(), work.failure !== undefined]).toEqual([[], true]);
    });

    it('waits for a blocked account', async () => {
      addResources(1);
      run = {
        ...run,
        admit: async () => {
          throw new AppError('blocked', 'This account is blocked for generative');
        },
      };
      const work = workOf();
      await job.work([work], run);
      expect(work.failure?.error).toMatchObject({ code: 'blocked' });
      expect(written()).toEqual([]);
    });

    it('fails a task whose parameters this version does not know', async () => {
      addResources(1);
      const work = workOf({ parameters: { name: 'mine', on: 7, operations: [] } });
      await job.work([work], run);
      expect(work.failure?.error).toBeDefined();
      expect(written()).toEqual([]);
    });
  });

  describe('without a language model', () => {
    /** A model that reads but follows no prompts, like the built-in one. */
    class Reading extends JsonWriter {
      override readonly description = { ...new JsonWriter(() => ({})).description, followsPrompts: false };
    }
    let local: AgentJob;
    let reading: Awaited<ReturnType<typeof predictionsWith>>;

    beforeAll(async () => {
      reading = await predictionsWith(new Reading(() => ({})));
    });
    beforeEach(async () => {
      const boxes = new AgentBoxes(await box.open());
      const own = new AgentEngine(reading.predictions, newTaskSecrets());
      local = new AgentJob(boxes, new ResourceAugmentation(boxes, own, noTriggers(), noPictures()), noSpecialTasks());
    });
    afterAll(() => reading.close());

    it('reads several resources at once, each once, and notes its place after them', async () => {
      addResources(10);
      let [reads, most] = [0, 0];
      box.meets = (operation) => {
        if (operation === readAugmentableFields.name) most = Math.max(most, (reads += 1));
        if (operation === putAugmentations.name) reads -= 1;
      };
      const work = workOf({ cursor: rid(2) });
      // Texts of the box are read for comparison before any other.
      await local.work([work], run);
      expect(written().toSorted()).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map(rid));
      expect(most).toBeGreaterThan(1);
      expect([...new Set(kept.map(({ cursor }) => cursor))]).toEqual([rid(2), rid(6), rid(10)]);
      expect(work.end).toMatchObject({ completedAt: expect.any(Date) });
      expect(work.task.progress).toMatchObject({ resources: 8, calls: 0 });
    });

    it('keeps its place before those of which one failed, and what was found in the others', async () => {
      addResources(4);
      box.meets = (operation) => {
        if (operation === putAugmentations.name && box.puts.length === 2) throw new AppError('unavailable', 'Away');
      };
      const work = workOf();
      await local.work([work], run);
      expect([work.task.cursor, box.puts.length]).toEqual(['', 2]);
      expect(work.failure?.error).toMatchObject({ code: 'unavailable' });
    });
  });

  describe('that removes what a task wrote', () => {
    it('does so in the resources that have something of it', async () => {
      addResources(3);
      const cleanupOf = randomUUID();
      for (const at of [1, 3])
        box.puts.push({ kbid: box.kbid, rid: rid(at), findings: [{ task: cleanupOf, fields: [] }] });
      const work = workOf({ cleanupOf });
      await job.work([work], run);
      expect(box.cleared).toEqual([rid(1), rid(3)]);
      expect(work.end).toMatchObject({ completedAt: expect.any(Date) });
    });

    it('needs no model', async () => {
      addResources(1);
      writes = () => {
        throw new Error('It was asked');
      };
      const cleanupOf = randomUUID();
      box.puts.push({ kbid: box.kbid, rid: rid(1), findings: [{ task: cleanupOf, fields: [] }] });
      await job.work([workOf({ cleanupOf })], run);
      expect(box.cleared).toEqual([rid(1)]);
    });
  });

  describe('for new resources', () => {
    const config = (cursor: string) => workOf({ kind: 'config', cursor });

    it('reads those that were processed since its place in the feed, each once a page, and looks again later', async () => {
      addResources(3);
      box.processed.push(rid(1), rid(2), rid(2), rid(3));
      const work = config('1');
      await job.work([work], run);
      expect(written()).toEqual([rid(2), rid(3)]);
      expect(work.task.cursor).toBe('4');
      expect(work.end?.completedAt).toBeUndefined();
      expect(work.end?.dueAt?.getTime()).toBeGreaterThan(Date.now());
    });

    it('takes page after page until there is no more', async () => {
      addResources(5);
      box.pageSize = 2;
      box.processed.push(...[1, 2, 3, 4, 5].map(rid));
      const work = config('0');
      await job.work([work], run);
      expect(written()).toEqual([1, 2, 3, 4, 5].map(rid));
      expect([...new Set(kept.map(({ cursor }) => cursor))]).toEqual(['0', '2', '4', '5']);
    });

    it('at different places in the feed each read what is new for them', async () => {
      addResources(2);
      box.processed.push(rid(1), rid(2));
      const [early, late] = [config('0'), config('1')];
      await job.work([early, late], run);
      const of = (work: AgentTaskWork) =>
        box.puts.filter(({ findings }) => findings.some(({ task }) => task === work.task.id)).map((put) => put.rid);
      expect([of(early), of(late)]).toEqual([[rid(1), rid(2)], [rid(2)]]);
    });

    it('continues from now on where the feed no longer has its place', async () => {
      addResources(3);
      box.processed.push(rid(1), rid(2), rid(3));
      box.keptFrom = 2;
      const work = config('0');
      await job.work([work], run);
      expect(written()).toEqual([]);
      expect(work.task.cursor).toBe('3');
    });

    it('notes no place while nothing is new', async () => {
      const work = config('0');
      await job.work([work], run);
      expect([kept, work.failure]).toEqual([[], undefined]);
    });
  });

  it('without tasks does nothing', async () => {
    await job.work([], run);
    expect([kept, box.puts]).toEqual([[], []]);
  });
});
