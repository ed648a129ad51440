import type { AgentTaskName } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { AlignTask } from './align-task';
import { DemoTask } from './demo-task';
import { MigrateTask } from './migrate-task';
import { DummyTask, EnvironmentTask } from './service-tasks';
import type { SpecialTask } from './special-task';

/** Tasks that do something else than to go through resources field by field, by their names. */
@Injectable()
export class SpecialTasks {
  private readonly tasks: ReadonlyMap<string, SpecialTask>;

  constructor(align: AlignTask, demo: DemoTask, dummy: DummyTask, environment: EnvironmentTask, migrate: MigrateTask) {
    const all: Partial<Record<AgentTaskName, SpecialTask>> = {
      'demo-dataset': demo,
      dummy,
      env: environment,
      'llm-align': align,
      'semantic-model-migrator': migrate,
    };
    this.tasks = new Map(Object.entries(all));
  }

  find(name: string): SpecialTask | undefined {
    return this.tasks.get(name);
  }
}
