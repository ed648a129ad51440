import type { AgentRequest } from '@lectern/contracts/understanding';

/** Name of the tasks that merge names which mean the same, and rename entities. */
export const ALIGNER = 'llm-align';

/** Names that become one. */
export interface NameMerge {
  /** Place in the report, by which it is applied. */
  readonly number: number;
  readonly kind: 'label' | 'entity';
  /** Label set or type of entities. */
  readonly group: string;
  readonly keep: string;
  readonly merged: readonly string[];
}

/** The last proposal of merges, and how the work on it is. */
export interface MergeProposal {
  readonly id: string;
  readonly state: 'working' | 'failed' | 'proposed';
  readonly merges: readonly NameMerge[];
  /** Of the task that applies merges after it; undefined without one. */
  readonly applying: 'working' | 'failed' | 'done' | undefined;
  readonly log: string | null;
}

/** A name of an entity that is replaced by another one. */
export interface Rename {
  readonly from: string;
  /** Null: it is not replaced any more. */
  readonly to: string | null;
}

/** The last time that entities got other names. */
export interface Renaming {
  readonly id: string;
  readonly state: 'working' | 'failed' | 'done';
  readonly renames: readonly Rename[];
  readonly log: string | null;
}

/** The last renaming among tasks; undefined without one. */
export function lastRenaming(tasks: readonly AgentRequest[]): Renaming | undefined {
  const [last] = tasks
    .filter(({ task, parameters }) => task.name === ALIGNER && renamesOf(parameters).length > 0)
    .sort(latestFirst);
  return last && { id: last.id, state: stateOf(last), renames: renamesOf(last.parameters), log: last.log };
}

function renamesOf(parameters: unknown): readonly Rename[] {
  const all = listOf(member(parameters, 'operations')).flatMap((one) =>
    listOf(member(member(one, 'align'), 'renames')),
  );
  return all.map((one) => {
    const to = member(one, 'to');
    return { from: String(member(one, 'from')), to: typeof to === 'string' ? to : null };
  });
}

function latestFirst(one: AgentRequest, other: AgentRequest): number {
  return one.timestamp < other.timestamp ? 1 : -1;
}

/** The last proposal among tasks; undefined without one. */
export function lastProposal(tasks: readonly AgentRequest[]): MergeProposal | undefined {
  const own = tasks
    .filter(({ task, parameters }) => task.name === ALIGNER && renamesOf(parameters).length === 0)
    .sort(latestFirst);
  const task = own.find((one) => appliedOf(one) === undefined);
  if (!task) return undefined;
  const applying = own.find((one) => appliedOf(one) === task.id);
  const isOver = task.failed || task.stopped;
  return {
    id: task.id,
    state: task.completed ? 'proposed' : isOver ? 'failed' : 'working',
    merges: mergesOf(task.report),
    applying: applying && stateOf(applying),
    log: applying?.log ?? task.log,
  };
}

function stateOf({ completed, failed, stopped }: AgentRequest): 'working' | 'failed' | 'done' {
  if (completed) return 'done';
  return failed || stopped ? 'failed' : 'working';
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Id of the proposal that a task applies; undefined for a task that proposes. */
function appliedOf({ parameters }: AgentRequest): string | undefined {
  const applied = listOf(member(parameters, 'operations')).map((one) => member(member(one, 'align'), 'apply'));
  return applied.find((one) => typeof one === 'string');
}

function mergesOf(report: AgentRequest['report']): readonly NameMerge[] {
  return listOf(report?.merges).flatMap((merge, number) => {
    const keep = member(member(merge, 'keep'), 'name');
    const merged = listOf(member(merge, 'merge')).map((one) => member(one, 'name'));
    if (typeof keep !== 'string') return [];
    const kind = member(merge, 'kind') === 'label' ? 'label' : 'entity';
    return [
      {
        number,
        kind,
        group: String(member(merge, 'group') ?? ''),
        keep,
        merged: merged.filter((name) => typeof name === 'string'),
      },
    ];
  });
}
