import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { OpenSignIns } from '../token/open-sign-ins';

/** Ends sign-ins. */
@Injectable()
export class LogOut {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: OpenSignIns,
  ) {}

  /** A personal access token stays as it is. */
  async end({ id, key, kind }: Principal): Promise<null> {
    if (key !== undefined) await this.transactions.run((tx) => this.signIns.end({ userId: id, key, kind }, tx));
    return null;
  }
}
