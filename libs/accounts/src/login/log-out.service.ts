import type { SessionEnd } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import { OpenSignIns } from '../token/open-sign-ins';

/** Ends sign-ins. */
@Injectable()
export class LogOut {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: OpenSignIns,
  ) {}

  /** Of a session that the console of this host, or of a zone, ends for its user. */
  endSession({ user: id, key }: SessionEnd): Promise<null> {
    return this.end({ kind: 'pat', id, key, roles: [] });
  }

  /** A personal access token stays as it is. */
  async end(principal: Principal): Promise<null> {
    const { id, key, kind } = principal;
    if (key === undefined) return null;
    await this.transactions.run(async (tx) => {
      await this.signIns.end({ userId: id, key, kind }, tx);
      await noteAct({ action: 'signed_out', principal, user: id }, tx);
    });
    return null;
  }
}
