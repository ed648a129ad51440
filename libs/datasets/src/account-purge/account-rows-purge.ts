import { BlobStore } from '@lectern/blob-store';
import { deleteOwnedRows, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';

/** Tables of the schema with rows of accounts, which are those of all libraries of the service. */
export const understandingOfAccounts = { schema: 'understanding', column: 'account' } as const;

/** Removes what the service holds for a deleted account. It is here, above the other libraries of the schema. */
@Injectable()
export class AccountRowsPurge {
  constructor(
    private readonly transactions: Transactions,
    private readonly blobs: BlobStore,
  ) {}

  /** Rows first: a file without a row is found by the sweep, a row without its file is not. */
  async purge(account: string, signal: AbortSignal): Promise<null> {
    await deleteOwnedRows(this.transactions, { ...understandingOfAccounts, owner: account, signal });
    await this.blobs.deleteAll(`account/${account}/`);
    return null;
  }
}
