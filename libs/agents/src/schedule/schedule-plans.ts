import { EPHEMERAL_SESSION, type NewSchedule, type ScheduleWebhook } from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { checkWorkflowArguments } from '../workflow/workflow-arguments';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { checkTimes } from './cron-times';
import { ScheduleSecrets } from './schedule-secrets';
import type { ScheduleEntity } from './schedule.entity';
import type { ScheduleKey } from './schedule.repository';

/** Makes rows of what is to be stored, and checks them. */
@Injectable()
export class SchedulePlans {
  constructor(
    private readonly transactions: Transactions,
    private readonly agents: AgentDirectory,
    private readonly workflows: WorkflowRepository,
    private readonly secrets: ScheduleSecrets,
  ) {}

  /** @throws AppError `invalid_request`, `not_found` */
  async row({ agent, id }: ScheduleKey, given: NewSchedule, now: Date) {
    const { name, cron, timezone, workflow_id: workflow, question, arguments: values, webhook, enabled } = given;
    const { hasMemory } = await this.agents.get(agent);
    const kept = given.session ?? `schedule-${id}`;
    const facts = { agent, id, name, cron, timezone, workflow, question, arguments: values, enabled, created: now };
    const unset = { paused: null, failures: 0, runningSince: null, lastRun: null };
    const { sealed, secret } = webhook ? this.secrets.seal({ agent, id }, webhook.headers) : noWebhook;
    const session = hasMemory ? kept : EPHEMERAL_SESSION;
    const row = { ...facts, ...unset, session, webhook: webhook?.url ?? null, sealed };
    await this.check(row, now);
    return { row, secret };
  }

  /** A changed webhook; `secret` is new where the schedule had none. */
  webhook(
    row: Pick<ScheduleEntity, 'agent' | 'id' | 'sealed'>,
    webhook: ScheduleWebhook | null,
  ): { readonly members: Pick<ScheduleEntity, 'webhook' | 'sealed'>; readonly secret: string | null } {
    if (!webhook) return { members: { webhook: null, sealed: null }, secret: null };
    const known = row.sealed === null ? undefined : this.secrets.open(row, row.sealed).secret;
    const { sealed, secret } = this.secrets.seal(row, webhook.headers, known);
    return { members: { webhook: webhook.url, sealed }, secret: known === undefined ? secret : null };
  }

  /** @throws AppError `invalid_request`, `not_found` */
  async check(
    row: Pick<ScheduleEntity, 'agent' | 'cron' | 'timezone' | 'workflow' | 'arguments'>,
    now: Date,
  ): Promise<void> {
    checkTimes(row, now);
    const { agent, workflow: id } = row;
    const settings = await this.transactions.read((tx) => this.workflows.get({ agent, id }, tx));
    await checkWorkflowArguments(agent, settings, { ...row.arguments });
  }
}

const noWebhook = { sealed: null, secret: null };
