import { deployment } from '@lectern/config';
import { AppError, asUuid, naiveUtc } from '@lectern/contracts/core';
import type { Download } from '@lectern/contracts/knowledge-box';
import {
  type ActivityDownload,
  type ActivityDownloadFormat,
  type ActivityDownloadPayload,
  type ActivityDownloadTarget,
  type ActivityTarget,
  writeActivityFile,
} from '@lectern/contracts/search';
import { lockName, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventTypeOf, monthSelection, shownOf } from '../activity/activity-selection';
import type { ActivityDownloadEntity } from './activity-download.entity';
import { ActivityDownloadRepository } from './activity-download.repository';

/** How long a download is kept after its request. */
export const DOWNLOAD_KEPT_MS = 24 * 3_600_000;
const UNFINISHED_MAX = 10;
const RETRY_AFTER_S = 30;
const TOKEN_BYTES = 32;

const files: Readonly<Record<ActivityDownloadFormat, { readonly extension: string; readonly contentType: string }>> = {
  ndjson: { extension: 'ndjson', contentType: 'application/x-ndjson' },
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
};

/** Blob key of a download's file. It is deleted with the other files of its box. */
export function fileKeyOf({ kbid, id }: Pick<ActivityDownloadEntity, 'kbid' | 'id'>): string {
  return `kb/${kbid}/activity/${id}`;
}

/** Public address of a download's file. */
export function urlOf({ token }: Pick<ActivityDownloadEntity, 'token'>): string {
  return `${deployment().zone.origin}/api/v1/activity_file/${token}`;
}

/** Manages files of activity from request to download. */
@Injectable()
export class ActivityDownloadService {
  constructor(
    private readonly transactions: Transactions,
    private readonly downloads: ActivityDownloadRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** @throws AppError `invalid_request`, `rate_limited`, `unavailable` */
  async request(
    { kbid, event_type: name }: ActivityTarget,
    payload: ActivityDownloadPayload,
    accept: string | undefined,
  ): Promise<ActivityDownload> {
    const eventType = eventTypeOf(name);
    const { year_month, show, filters, email_address: email, notify_via_email: notifies } = payload;
    // Errors in them are reported now.
    shownOf(show, eventType);
    monthSelection(payload, eventType);
    const now = new Date();
    const row: ActivityDownloadEntity = {
      kbid,
      id: randomUUID(),
      eventType,
      query: { year_month, show, filters },
      format: /\btext\/csv\b/i.test(accept ?? '') ? 'csv' : 'ndjson',
      email: (notifies && email) || null,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      requestedAt: now,
      expiresAt: new Date(now.getTime() + DOWNLOAD_KEPT_MS),
      sizeBytes: null,
      error: null,
    };
    await this.transactions.run(async (tx) => {
      await lockName(tx, `activity downloads/${kbid}`);
      if ((await this.downloads.countUnfinished(kbid, tx)) >= UNFINISHED_MAX) throw tooManyDownloads();
      await this.downloads.insert(row, tx);
      await this.tasks.add(writeActivityFile, { kbid, id: row.id }, { tx, serialBy: kbid, tenant: kbid });
    });
    return downloadOf(row);
  }

  /** @throws AppError `not_found`, `unavailable` */
  async get({ kbid, request_id: name }: ActivityDownloadTarget): Promise<ActivityDownload> {
    const id = asUuid(name);
    const row = id !== undefined ? await this.transactions.read((tx) => this.downloads.find({ kbid, id }, tx)) : null;
    if (!row || row.expiresAt <= new Date()) throw new AppError('not_found', 'Download request not found');
    return downloadOf(row);
  }

  /** Those of the keys that belong to existing downloads. @throws AppError `unavailable` */
  async filesAmong(keys: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(keys);
    const ids = keys.flatMap((key) => asUuid(key.split('/').at(-1) ?? '') ?? []);
    const rows = await this.transactions.read((tx) => this.downloads.listWithIds(ids, tx));
    return rows.map(fileKeyOf).filter((key) => wanted.has(key));
  }

  /** @throws AppError `not_found`, `unavailable` */
  async file(token: string): Promise<Download> {
    const row = await this.transactions.read((tx) => this.downloads.findByToken(token, tx));
    if (!row || row.sizeBytes === null || row.expiresAt <= new Date())
      throw new AppError('not_found', 'There is no such file, or it has expired');
    const { extension, contentType } = files[row.format];
    const filename = `activity-${row.eventType}-${row.query.year_month}.${extension}`;
    return { key: fileKeyOf(row), sizeBytes: Number(row.sizeBytes), contentType, filename, inline: false };
  }
}

function downloadOf(row: ActivityDownloadEntity): ActivityDownload {
  return {
    request_id: row.id,
    download_type: 'query',
    download_format: row.format,
    event_type: row.eventType,
    requested_at: naiveUtc(row.requestedAt),
    kb_id: row.kbid,
    download_url: row.sizeBytes === null ? null : urlOf(row),
    ...(row.error !== null && { error: row.error }),
  };
}

function tooManyDownloads(): AppError {
  const message = `The knowledge box has ${UNFINISHED_MAX} downloads that are not finished`;
  const detail = { message, try_after: Date.now() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}
