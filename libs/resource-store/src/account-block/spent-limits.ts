import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountUseRepository } from '../account-use/account-use.repository';
import { AccountBlocks } from './account-blocks';

/** Limits of a month without which nothing more is processed. */
const ofProcessing = [
  'monthly_limit_chars_processed',
  'monthly_limit_docs_no_media_processed',
  'monthly_limit_media_seconds_processed',
  'monthly_limit_non_media_files_processed',
  'monthly_limit_paragraphs_processed',
  'monthly_limit_paragraphs_stored',
] as const;

/** Limits of which an account has nothing left in this month. */
@Injectable()
export class SpentLimits {
  constructor(
    private readonly transactions: Transactions,
    private readonly blocks: AccountBlocks,
    private readonly uses: AccountUseRepository,
  ) {}

  /** Whether one of the limits of processing is spent. Without such limits, this asks no database. */
  async stopProcessing(account: string): Promise<boolean> {
    const limits = await this.blocks.limitsOf(account);
    const set = ofProcessing.filter((name) => limits[name] !== undefined);
    if (set.length === 0) return false;
    const used = await this.transactions.read((tx) => this.uses.used({ account }, tx));
    return set.some((name) => (used.get(name) ?? 0) >= (limits[name] ?? Infinity));
  }
}
