import { unrestricted } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { AgentBoxes } from './agent-boxes';
import { boxOfTask } from './agent-writer';
import { AgentEngine } from './agent-engine';
import type { AgentTaskWork, LeasedRun } from './leased-run';
import type { SpecialTask } from './special-task';

/** Does nothing: it shows that tasks are run. */
@Injectable()
export class DummyTask implements SpecialTask {
  async run(work: AgentTaskWork): Promise<void> {
    work.end = { dueAt: null, completedAt: new Date() };
  }
}

/** One thing that a task needs. */
export interface EnvironmentCheck {
  readonly name: string;
  readonly works: boolean;
  /** What was found, or why it does not work. Never a secret. */
  readonly details: string;
  readonly seconds: number;
}

/** Reports whether what tasks need is there: the box, its change feed, its models. */
@Injectable()
export class EnvironmentTask implements SpecialTask {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly engine: AgentEngine,
  ) {}

  async run(work: AgentTaskWork, { signal }: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const box = boxOfTask(work.task);
    const models = this.engine.modelsOf(box);
    const checks = [
      await checkResult('resources', async () => `${await this.boxes.count({ kbid }, signal)} resources`),
      await checkResult('fields', async () => {
        const [rid] = await this.boxes.resources({ kbid, after: '', limit: 1 }, signal);
        if (rid === undefined) return 'there is no resource to read';
        let fields = 0;
        for await (const portion of this.boxes.fields({ kbid, rid, visibility: unrestricted }, signal))
          fields += portion.fields.length;
        return `${fields} fields of a resource`;
      }),
      await checkResult('changes', async () => `at ${(await this.boxes.changes(kbid, '', signal)).cursor}`),
      await checkResult('generative model', async () => {
        const { id, generator } = await models.generator();
        return `${id}, which follows ${generator.description.followsPrompts ? '' : 'no '}prompts`;
      }),
      await checkResult('embedding model', async () => {
        const { model, vectors } = await this.engine.embed(['A sentence.'], { box, signal });
        return `${model}, ${vectors[0]?.length ?? 0} dimensions`;
      }),
    ];
    work.end = { dueAt: null, completedAt: new Date(), report: { works: checks.every((one) => one.works), checks } };
  }
}

async function checkResult(name: string, check: () => Promise<string>): Promise<EnvironmentCheck> {
  const startedMs = performance.now();
  const since = () => (performance.now() - startedMs) / 1_000;
  try {
    return { name, works: true, details: await check(), seconds: since() };
  } catch (error) {
    return { name, works: false, details: error instanceof Error ? error.message : String(error), seconds: since() };
  }
}
