import { type AgentTriggerCall, deliverAgentTrigger } from '@lectern/contracts/understanding';
import type { AgentParameters } from '@lectern/contracts/understanding';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { Found } from './agent-findings';
import type { AgentTaskEntity } from './agent-task.entity';
import { textFindings } from './text-findings';
import { TaskWaits } from './task-waits';
import { triggersOf } from './task-secrets';

/** Calls of one knowledge box that wait. */
const WAITING_MAX = 10_000;
const WAIT_MS = 30_000;
/** Calls about one resource for one task within the window: what is called may change the resource again. */
const PER_RESOURCE_MAX = 20;
const WINDOW_MS = 3_600_000;
/** Resources whose calls are counted, of all tasks of the process; the oldest are forgotten. */
const COUNTED_MAX = 10_000;
const PAYLOAD_CHARS_MAX = 1_000_000;

/** What the operations of a task found in a field. */
export interface FoundInField {
  readonly letter: string;
  readonly id: string;
  /** In the order of the operations. */
  readonly byOperation: readonly Found[];
}

/** Queues calls of the triggers of tasks. */
@Injectable()
export class AgentTriggers {
  private readonly counted = new Map<string, { readonly sinceMs: number; count: number }>();

  constructor(private readonly jobs: TaskQueue) {}

  /** @throws TaskWaits while too many calls of the box wait */
  async admit({ kbid }: AgentTaskEntity, { operations }: AgentParameters): Promise<void> {
    if (!operations.some((one) => triggersOf(one).length > 0)) return;
    const waiting = await this.jobs.countOf({ tenant: kbid, tasks: [deliverAgentTrigger.name] }, WAITING_MAX);
    if (waiting < WAITING_MAX) return;
    throw new TaskWaits(`${WAITING_MAX} calls of triggers of the knowledge box wait`, new Date(Date.now() + WAIT_MS));
  }

  /** @returns why calls are not made, for the log of the task */
  async send(
    task: AgentTaskEntity,
    { operations }: AgentParameters,
    { rid, fields }: { readonly rid: string; readonly fields: readonly FoundInField[] },
  ): Promise<readonly string[]> {
    if (task.sealed === null || fields.length === 0) return [];
    const calls = fields.flatMap(({ letter, id, byOperation }) =>
      operations.flatMap((operation, at) =>
        triggersOf(operation).map((_, number): AgentTriggerCall => {
          const found = byOperation[at];
          const payload = found ? textFindings(found) : {};
          const isSmall = JSON.stringify(payload).length <= PAYLOAD_CHARS_MAX;
          const field_id = `${letter}/${id}`;
          return { kbid: task.kbid, task: task.id, at, number, rid, field_id, payload: isSmall ? payload : null };
        }),
      ),
    );
    if (calls.length === 0) return [];
    const admitted = calls.slice(0, this.admitted(`${task.id}/${rid}`, calls.length));
    const keyOf = ({ at, number, field_id }: AgentTriggerCall) =>
      `trigger:${task.id}:${rid}/${field_id}:${at}:${number}`;
    await this.jobs.addAll(
      deliverAgentTrigger,
      admitted.map((payload) => ({ payload, tenant: task.kbid, key: keyOf(payload), serialBy: keyOf(payload) })),
    );
    if (admitted.length === calls.length) return [];
    return [
      `${rid}: triggers were called ${PER_RESOURCE_MAX} times within an hour, and are not called again before it ends: ` +
        'what they call may change the resource',
    ];
  }

  /** How many of some calls about a resource may be made. */
  private admitted(name: string, wanted: number): number {
    const now = Date.now();
    const known = this.counted.get(name);
    const counted = known && now - known.sinceMs < WINDOW_MS ? known : { sinceMs: now, count: 0 };
    const admitted = Math.min(
      wanted,
      Math.max(0, Math.max(PER_RESOURCE_MAX, counted.count === 0 ? wanted : 0) - counted.count),
    );
    counted.count += admitted;
    this.counted.delete(name);
    this.counted.set(name, counted);
    const [oldest] = this.counted.keys();
    if (this.counted.size > COUNTED_MAX && oldest !== undefined) this.counted.delete(oldest);
    return admitted;
  }
}
