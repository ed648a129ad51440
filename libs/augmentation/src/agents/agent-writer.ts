import type { ConfiguredBox } from '@lectern/understanding';
import type { AgentTaskEntity } from './agent-task.entity';

/** The box that a task works on, for those who started it: what it uses counts for them. */
export function boxOfTask({ kbid, account, nuaClient }: AgentTaskEntity): ConfiguredBox {
  return { kbid, account, ...(nuaClient !== null && { nuaClient }) };
}

/** The id under which a task stores its findings, shared by the parts of a task for existing and new resources. */
export function writerOf({ id, configId }: Pick<AgentTaskEntity, 'id' | 'configId'>): string {
  return configId ?? id;
}
