import type { AgentRequest } from '@lectern/contracts/understanding';

/** Name of the tasks that move a box to another embedding model. */
export const MIGRATOR = 'semantic-model-migrator';

/** A move of a box to another embedding model. */
export interface Migration {
  readonly id: string;
  /** Undefined before it has begun. */
  readonly from: string | undefined;
  readonly to: string;
  readonly state: 'running' | 'stopped' | 'failed' | 'done' | 'undoing' | 'undone';
  readonly progress: AgentRequest['progress'];
  /** When searches began to use the new model. */
  readonly switchedAt: string | undefined;
  /** The last errors. */
  readonly log: string | null;
}

/** The last move among tasks; undefined without one. */
export function lastMigration(tasks: readonly AgentRequest[]): Migration | undefined {
  const moves = tasks.filter(({ task }) => task.name === MIGRATOR);
  const newest = (some: readonly AgentRequest[]) =>
    [...some].sort((one, other) => (one.timestamp < other.timestamp ? 1 : -1))[0];
  const task = newest(moves.filter(({ cleanup_parent_task_id: parent }) => parent === null));
  if (!task) return undefined;
  const undo = newest(moves.filter(({ cleanup_parent_task_id: parent }) => parent === task.id));
  const { id, progress, log } = task;
  const { from, switched_at: switchedAt } = task.report ?? {};
  return {
    id,
    from: typeof from === 'string' ? from : undefined,
    to: targetOf(task),
    state: undo ? undoState(undo) : stateOf(task),
    progress,
    switchedAt: typeof switchedAt === 'string' ? switchedAt : undefined,
    log: undo?.log ?? log,
  };
}

function targetOf({ parameters, report }: AgentRequest): string {
  const named: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, 'semantic_model_id') : undefined;
  return typeof named === 'string' ? named : String(report?.to ?? '');
}

function stateOf({ completed, stopped, failed }: AgentRequest): Migration['state'] {
  if (completed) return 'done';
  if (failed) return 'failed';
  return stopped ? 'stopped' : 'running';
}

function undoState({ completed, failed, stopped }: AgentRequest): Migration['state'] {
  if (completed) return 'undone';
  return failed || stopped ? 'failed' : 'undoing';
}

/** Whether it works by itself. */
export function isMoving(migration: Migration | undefined): boolean {
  return migration?.state === 'running' || migration?.state === 'undoing';
}
