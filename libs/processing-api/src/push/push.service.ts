import { randomUUID } from 'node:crypto';
import { readConfig } from '@lectern/config';
import { AppError, type Principal } from '@lectern/contracts/core';
import { processPush, type PushAccepted, type PushPayload } from '@lectern/contracts/understanding';
import { TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { accountOf } from '@lectern/understanding';
import { badToken, PushChecks, type PushedFile } from './push-checks';
import { pushConfig } from './push.config';
import { PushRows, pushLine } from './push-rows';

const DAY_MS = 24 * 3_600_000;
const MEBIBYTE = 1_048_576;
const RETRY_AFTER_S = 30;

/** Accepts pushes. */
@Injectable()
export class PushService {
  private readonly settings = readConfig(pushConfig);

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly checks: PushChecks,
    private readonly tasks: TaskQueue,
  ) {}

  /** @throws AppError `invalid_request`, `rate_limited`, `unavailable` */
  async push(payload: PushPayload, principal: Principal): Promise<PushAccepted> {
    const account = accountOf(principal);
    const files = await this.checks.check(payload, principal);
    const [id, rid] = [randomUUID(), payload.uuid ?? randomUUID().replaceAll('-', '')];
    const request = this.rows.sealed(id, { payload, rid });
    const seq = await this.transactions.run(async (tx) => {
      const now = new Date();
      await this.keep(files, { account, now }, tx);
      const seq = await this.rows.records.begin(account, this.backlog(request), tx);
      if (seq === undefined) throw tooMuch(now);
      const { title = null, labels } = payload;
      const kbid = payload.kbid ?? '';
      const sealedWebhook = this.rows.sealedWebhook(id, payload);
      const sealed = { sealedRequest: request, sealedWebhook, requestBytes: request.length };
      const named = { id, account, client: principal.id, kbid, resourceId: rid };
      await this.rows.records.insert({ ...named, title, labels, seq, ...sealed, pushedAt: now }, tx);
      await this.tasks.add(processPush, { processingId: id }, { tx, ...pushLine(named) });
      return seq;
    });
    return { seqid: seq, account_seq: seq, queue: 'private', uuid: rid, processing_id: id };
  }

  /** Keeps the files at least as long as the result. */
  private async keep(
    files: readonly PushedFile[],
    { account, now }: { readonly account: string; readonly now: Date },
    tx: EntityManager,
  ): Promise<void> {
    const until = new Date(now.getTime() + 2 * this.settings.PUSH_RESULT_DAYS * DAY_MS);
    const inOrder = files.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (const { id, key: blobKey } of inOrder)
      if (!(await this.rows.files.keep({ account, blobKey }, { now, until }, tx))) throw badToken(id);
  }

  private backlog(request: string) {
    const { PUSH_QUEUE_MAX: waitingMax, PUSH_QUEUE_MB } = this.settings;
    return { requestBytes: request.length, waitingMax, waitingBytesMax: PUSH_QUEUE_MB * MEBIBYTE };
  }
}

function tooMuch(now: Date): AppError {
  const message = 'Too much of the account waits to be processed';
  const detail = { message, try_after: now.getTime() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}
