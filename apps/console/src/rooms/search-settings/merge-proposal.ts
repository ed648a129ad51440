import type { AgentRequest } from '@lectern/contracts/understanding';

/** Name of the tasks that merge names which mean the same. */
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

/** The last proposal among tasks; undefined without one. */
export function lastProposal(tasks: readonly AgentRequest[]): MergeProposal | undefined {
  const own = tasks
    .filter(({ task }) => task.name === ALIGNER)
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : -1));
  const task = own.find((one) => appliedOf(one) === undefined);
  if (!task) return undefined;
  const applying = own.find((one) => appliedOf(one) === task.id);
  const isOver = task.failed || task.stopped;
  return {
    id: task.id,
    state: task.completed ? 'proposed' : isOver ? 'failed' : 'working',
    merges: mergesOf(task.report),
    applying: applying && stateOfApplying(applying),
    log: applying?.log ?? task.log,
  };
}

function stateOfApplying({ completed, failed, stopped }: AgentRequest): 'working' | 'failed' | 'done' {
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
