import type { AgentTaskEntity } from './agent-task.entity';

/** The id under which a task stores its findings, shared by the parts of a task for existing and new resources. */
export function writerOf({ id, configId }: Pick<AgentTaskEntity, 'id' | 'configId'>): string {
  return configId ?? id;
}
