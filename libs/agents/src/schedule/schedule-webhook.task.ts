import { deliverScheduleResult, type NamedSchedule, type ScheduledRun } from '@lectern/contracts/agents';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { Egress } from '@lectern/egress';
import { signatureOf } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { ScheduleSecrets } from './schedule-secrets';
import type { ScheduleEntity } from './schedule.entity';
import { ScheduleRepository } from './schedule.repository';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const AT_ONCE = 8;
const AT_ONCE_PER_AGENT = 2;

/** Sends results of schedules to their webhooks. */
@Injectable()
export class ScheduleWebhooks {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ScheduleRepository,
    private readonly secrets: ScheduleSecrets,
    private readonly egress: Egress,
  ) {}

  @Runs(deliverScheduleResult, { concurrency: AT_ONCE, tenantMax: AT_ONCE_PER_AGENT })
  async run({ run: result, ...key }: NamedSchedule & { readonly run: ScheduledRun }, run: TaskRun): Promise<void> {
    const row = await this.transactions.read((tx) => this.repository.find(key, tx));
    if (!row?.webhook || !row.sealed) return;
    const problem = await this.problemOf(row, result, run.signal);
    if (problem === undefined) return this.note(key, result, 'delivered');
    if (run.attempt >= run.attemptsMax) return this.note(key, result, 'given_up');
    throw new Error(problem);
  }

  /** @returns why the webhook did not take it */
  private async problemOf(row: ScheduleEntity, result: ScheduledRun, signal: AbortSignal): Promise<string | undefined> {
    const { agent, id, name, workflow, session, question } = row;
    const { webhook: _, ...shown } = result;
    const facts = { agent, schedule: id, name, workflow_id: workflow, session, question };
    const body = JSON.stringify({ ...facts, ...shown });
    const { headers, secret } = this.secrets.open(row, row.sealed ?? '');
    const own = { 'content-type': 'application/json', 'x-svc-signature': signatureOf(body, secret, new Date()) };
    const limits = { timeoutMs: TIMEOUT_MS, sizeBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0, failsFast: true };
    try {
      const call = { method: 'POST', headers: { ...headers, ...own }, body, signal, ...limits };
      const answer = await this.egress.fetch(row.webhook ?? '', call);
      await answer.discard();
      return answer.status >= 200 && answer.status < 300 ? undefined : `The webhook answered ${answer.status}`;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** With the run that it is about, unless another one has followed. */
  private async note(key: NamedSchedule, { began }: ScheduledRun, webhook: ScheduledRun['webhook']): Promise<void> {
    await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(key, tx);
      if (row?.lastRun?.began === began)
        await this.repository.update(key, { lastRun: { ...row.lastRun, webhook } }, tx);
    });
  }
}
