import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { type NuaClientWebhook, readNuaClientWebhook } from '@lectern/contracts/knowledge-box';
import { deliverWebhook } from '@lectern/contracts/understanding';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { Egress } from '@lectern/egress';
import { signatureOf } from '@lectern/secrets';
import type { ProcessingRecordEntity } from './processing.entity';
import { Injectable } from '@nestjs/common';
import { PushRows, type Webhook } from './push-rows';
import { shownRecord } from './shown-record';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Per process and per account: an unresponsive webhook does not delay those of other accounts. */
const AT_ONCE = 8;
const AT_ONCE_PER_ACCOUNT = 4;

/** Notifies webhooks of the end of pushes. */
@Injectable()
export class WebhookTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly bus: Bus,
    private readonly egress: Egress,
  ) {}

  @Runs(deliverWebhook, { concurrency: AT_ONCE, tenantMax: AT_ONCE_PER_ACCOUNT })
  async run({ processingId: id }: { readonly processingId: string }, run: TaskRun): Promise<void> {
    const record = await this.transactions.read((tx) => this.rows.records.find(id, tx));
    if (!record) return;
    const { account, client: clientId } = record;
    const client = await this.clientOf({ account, clientId }, run.signal);
    const webhook = this.rows.openedWebhook(record) ?? client?.webhook;
    if (!webhook) return;
    const problem = client
      ? await this.problemOf(record, { webhook, client, signal: run.signal })
      : 'Its client is gone';
    const attempts = (record.webhook?.attempts ?? 0) + 1;
    const lastError = problem ?? record.webhook?.lastError;
    const isLast = problem !== undefined && (!client || run.attempt >= run.attemptsMax);
    const state = problem === undefined ? 'delivered' : isLast ? 'given_up' : 'retrying';
    const log = { state, attempts, lastAttemptAt: new Date().toISOString(), ...(lastError && { lastError }) } as const;
    await this.transactions.run((tx) => this.rows.records.noteWebhook(id, log, tx));
    if (state === 'retrying') throw new Error(problem);
  }

  private async clientOf(
    owned: { readonly account: string; readonly clientId: string },
    signal: AbortSignal,
  ): Promise<NuaClientWebhook | undefined> {
    try {
      return await this.bus.request(readNuaClientWebhook, { body: owned }, { principal: systemPrincipal, signal });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** @returns the reason for a failed delivery; undefined on success */
  private async problemOf(
    record: ProcessingRecordEntity,
    {
      webhook,
      client,
      signal,
    }: { readonly webhook: Webhook; readonly client: NuaClientWebhook; readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    const message = await this.transactions.read((tx) => this.rows.records.findMessage(record.id, tx));
    const body = JSON.stringify({ ...shownRecord(record), response: message?.toString('base64') ?? null });
    const { signingSecret: secret } = client;
    const headers = {
      ...webhook.headers,
      'content-type': 'application/json',
      'x-svc-processing-id': record.id,
      ...(secret !== undefined && { 'x-svc-signature': signatureOf(body, secret, new Date()) }),
    };
    const limits = { timeoutMs: TIMEOUT_MS, sizeBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0, failsFast: true };
    try {
      const answer = await this.egress.fetch(webhook.uri, { method: 'POST', headers, body, signal, ...limits });
      await answer.discard();
      return answer.status >= 200 && answer.status < 300 ? undefined : `The webhook answered ${answer.status}`;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  }
}
