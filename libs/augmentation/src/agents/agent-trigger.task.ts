import { type AgentTriggerCall, deliverAgentTrigger } from '@lectern/contracts/understanding';
import { Runs, type TaskRun } from '@lectern/database';
import { Egress } from '@lectern/egress';
import { Injectable, Logger } from '@nestjs/common';
import { AgentTaskRows } from './agent-task-rows';
import { writerOf } from './agent-writer';
import { type OpenTrigger, TaskSecrets } from './task-secrets';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Per process and per knowledge box: an unresponsive trigger does not delay those of other boxes. */
const AT_ONCE = 8;
const AT_ONCE_PER_BOX = 4;

/** Calls the triggers of tasks. */
@Injectable()
export class AgentTriggerTask {
  private readonly logger = new Logger('Agents');

  constructor(
    private readonly rows: AgentTaskRows,
    private readonly secrets: TaskSecrets,
    private readonly egress: Egress,
  ) {}

  /** A deleted task calls nothing any more. */
  @Runs(deliverAgentTrigger, { concurrency: AT_ONCE, tenantMax: AT_ONCE_PER_BOX })
  async run({ kbid, task: id, at, number, ...facts }: AgentTriggerCall, run: TaskRun): Promise<void> {
    const task = await this.rows.find(kbid, id);
    const trigger = task && this.secrets.triggersOf(kbid, task.sealed)[at]?.[number];
    if (!trigger) return;
    const body = JSON.stringify({ kbid, task_id: writerOf(task), task_name: task.name, ...facts });
    const problem = await this.problemOf(trigger, body, run.signal);
    if (problem === undefined) return;
    if (run.attempt < run.attemptsMax) throw new Error(problem);
    this.logger.warn(`A trigger of task ${id} of knowledge box ${kbid} is given up: ${problem}`);
  }

  /** @returns why it was not delivered */
  private async problemOf(
    { url, headers, params }: OpenTrigger,
    body: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const address = new URL(url);
    for (const [name, value] of Object.entries(params)) address.searchParams.append(name, value);
    const limits = { timeoutMs: TIMEOUT_MS, sizeBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0, failsFast: true };
    try {
      const call = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal };
      const answer = await this.egress.fetch(address.href, { ...call, ...limits });
      await answer.discard();
      return answer.status >= 200 && answer.status < 300 ? undefined : `It answered ${answer.status}`;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  }
}
