import { AppError } from '@lectern/contracts/core';
import type { VectorsetRecord } from '@lectern/contracts/knowledge-box';
import type { AgentTaskEntity } from './agent-task.entity';
import { BoxModels } from './box-models';
import { AgentTaskWork, type LeasedRun } from './leased-run';
import { MigrateTask } from './migrate-task';

/** The embedding models of a box, the default one first. */
class Models {
  readonly promoted: string[] = [];
  present: VectorsetRecord[] = [{ id: 'old' }];

  readonly service: BoxModels = Object.assign(Object.create(BoxModels.prototype), {
    vectorsets: async () => this.present,
    count: async () => 10,
    add: async ({ id }: { id: string }) => void this.present.push({ id, waiting: 10 }),
    fill: async () => undefined,
    promote: async ({ id }: { id: string }) => {
      this.promoted.push(id);
      this.present = this.present.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
    },
  });

  waits(count: number | undefined): void {
    this.present = this.present.map((one) => (one.id === 'new' ? { id: 'new', waiting: count } : one));
  }
}

function workOf(members: Partial<AgentTaskEntity> = {}): AgentTaskWork {
  const parameters = { semantic_model_id: 'new' };
  const task = { kbid: 'box', id: 'task', kind: 'request', parameters, cursor: '', progress: null, report: null };
  // The migrator reads only these members.
  return new AgentTaskWork({ ...task, ...members } as AgentTaskEntity, new AbortController().signal);
}

describe('a migration to another embedding model', () => {
  const signal = new AbortController().signal;
  const leased: LeasedRun = { signal, keep: async () => undefined, admit: async () => undefined };

  it('leaves searches with the old model until the new one has all vectors, then switches once', async () => {
    const models = new Models();
    const task = new MigrateTask(models.service);
    const work = workOf();
    for (const waiting of [10, 4, 1]) {
      models.waits(waiting);
      work.end = undefined;
      await task.run(work, leased);
      expect(models.promoted).toEqual([]);
      expect(models.present[0]?.id).toBe('old');
      expect(work.end).toMatchObject({ dueAt: expect.any(Date) });
    }
    expect(work.task.progress).toMatchObject({ resources: 9, total: 10 });
    models.waits(undefined);
    await task.run(work, leased);
    expect(models.promoted).toEqual(['new']);
    expect(work.end).toMatchObject({
      dueAt: null,
      report: { from: 'old', to: 'new', switched_at: expect.any(String) },
    });
    // A process killed after the switch repeats the end only.
    await task.run(work, leased);
    expect(models.promoted).toEqual(['new']);
  });

  it('fails for good when the new vectors were deleted', async () => {
    const models = new Models();
    const work = workOf({ cursor: 'embedding' });
    const run = new MigrateTask(models.service).run(work, leased);
    await expect(run).rejects.toBeInstanceOf(AppError);
    expect(models.promoted).toEqual([]);
  });
});
