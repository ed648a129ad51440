import { BlobStore } from '@lectern/blob-store';
import { Bus } from '@lectern/bus';
import { AppError, naiveUtc, systemPrincipal } from '@lectern/contracts/core';
import { sendMail } from '@lectern/contracts/knowledge-box';
import { type ActivityDownloadReference, writeActivityFile } from '@lectern/contracts/search';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { Injectable, Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { ActivityDownloadEntity } from './activity-download.entity';
import { ActivityDownloadRepository } from './activity-download.repository';
import { fileKeyOf, urlOf } from './activity-download.service';
import { ActivityFileText } from './activity-file';

/** Specified by the interface. */
const FILE_BYTES_MAX = 1024 ** 3;
const WRITES_AT_ONCE = 2;

/** Writes the file of a download. Safe to repeat: the file has a single key and becomes visible only when complete. */
@Injectable()
export class ActivityFileTask {
  private readonly logger = new Logger('Activity');

  constructor(
    private readonly transactions: Transactions,
    private readonly downloads: ActivityDownloadRepository,
    private readonly text: ActivityFileText,
    private readonly blobs: BlobStore,
    private readonly bus: Bus,
  ) {}

  @Runs(writeActivityFile, { concurrency: WRITES_AT_ONCE, tenantMax: 1 })
  async run(reference: ActivityDownloadReference, run: TaskRun): Promise<void> {
    const row = await this.transactions.read((tx) => this.downloads.find(reference, tx));
    if (!row || row.sizeBytes !== null) return;
    try {
      const { sizeBytes } = await this.write(row, run);
      const isThere = await this.end(row, { sizeBytes: String(sizeBytes) });
      if (!isThere) return await this.blobs.delete(fileKeyOf(row));
    } catch (error) {
      if (!isTooLarge(error) && run.attempt < run.attemptsMax) throw error;
      await this.end(row, { error: downloadFailure(error) });
      if (!isTooLarge(error)) throw error;
    }
    await this.notify(row);
  }

  private write(row: ActivityDownloadEntity, run: TaskRun) {
    const content = Readable.from(this.beating(row, run));
    return this.blobs.write(fileKeyOf(row), content, { sizeBytesMax: FILE_BYTES_MAX });
  }

  private async *beating(row: ActivityDownloadEntity, run: TaskRun): AsyncGenerator<Buffer> {
    for await (const piece of this.text.pieces(row, run.signal)) {
      run.alive();
      yield Buffer.from(piece);
    }
  }

  private end(row: ActivityDownloadEntity, changes: { sizeBytes: string } | { error: string }): Promise<boolean> {
    return this.transactions.run((tx) => this.downloads.update(row, changes, tx));
  }

  /** If the mail cannot be sent, the file is not written again. */
  private async notify(row: ActivityDownloadEntity): Promise<void> {
    if (row.email === null) return;
    const until = naiveUtc(row.expiresAt).slice(0, 16).replace('T', ' ');
    const text = `Your file of activity (${row.eventType}, ${row.query.year_month}) can be downloaded until ${until} UTC:

  ${urlOf(row)}

Anyone with this address can download it. If you did not ask for it, ignore this mail.
`;
    const body = { id: row.id, to: row.email, subject: 'Your file of activity', text };
    await this.bus.request(sendMail, { body }, { principal: systemPrincipal }).catch((error: unknown) => {
      this.logger.warn(`The mail about a file of activity could not be sent: ${String(error)}`);
    });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too_large';
}

function downloadFailure(error: unknown): string {
  if (isTooLarge(error)) return 'The file would be larger than 1 GiB: ask for fewer fields, or with filters';
  return error instanceof AppError ? error.message : 'The server failed; its log says why';
}
