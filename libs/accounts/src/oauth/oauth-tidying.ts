import { removeExpiredOauth } from '@lectern/contracts/accounts';
import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { OauthKeys } from './oauth-keys';
import { OauthRecordRepository } from './oauth-record.repository';

/** Expired tokens are kept this long, so that clients learn that theirs has expired. */
const KEPT_MS = 60 * 60_000;
const UNUSED_CLIENT_MS = 30 * 24 * 3_600_000;
/** Of ten thousand rows each. */
const ROUNDS_MAX = 100;

/** Forgets what nobody needs any more, and changes keys. */
@Injectable()
export class OauthTidying {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: OauthRecordRepository,
    private readonly keys: OauthKeys,
  ) {}

  @Runs(removeExpiredOauth)
  async tidy(): Promise<void> {
    const now = Date.now();
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const purged = await this.transactions.run((tx) => this.rows.purge(new Date(now - KEPT_MS), tx));
      if (purged === 0) break;
    }
    await this.transactions.run((tx) => this.rows.purgeClients(new Date(now - UNUSED_CLIENT_MS), tx));
    await this.keys.rotate(new Date(now));
  }
}
