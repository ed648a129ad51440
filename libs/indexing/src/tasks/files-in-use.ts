import { Transactions } from '@lectern/database';
import { ExportRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';

/** Knows whether files that no row names any more are still read. */
@Injectable()
export class FilesInUse {
  constructor(
    private readonly transactions: Transactions,
    private readonly exports: ExportRepository,
  ) {}

  /** An export that began before a file was given up still has to read it. */
  async ofBox(kbid: string): Promise<boolean> {
    return this.transactions.read((tx) => this.exports.isReading(kbid, new Date(), tx));
  }
}
