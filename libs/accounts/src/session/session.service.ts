import { randomBytes, randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import type { OpenedSession, SessionOpening } from '@lectern/contracts/accounts';
import { accessChanged, AppError } from '@lectern/contracts/core';
import { lockName, onCommit, Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { accountsSlice } from '../accounts.config';
import { noteAct } from '../audit-log/note-act';
import { PersonalTokenRepository } from '../token/personal-token.repository';
import { UserRepository } from '../user/user.repository';
import { NOT_A_CODE, NOT_A_TOKEN, Openers } from './openers';

/** Sessions of a user; a further one ends the oldest. */
export const SESSIONS_PER_USER_MAX = 100;
const SECRET_BYTES = 32;
const DESCRIPTION = 'Session of the console';

/** Opens sessions of the console, which are personal access tokens that only a cookie can carry. */
@Injectable()
export class SessionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly users: UserRepository,
    private readonly openers: Openers,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `unauthorized`, `bad_request` */
  async open(opening: SessionOpening): Promise<OpenedSession> {
    // A code is void although the session then fails: its row is gone with the first transaction.
    const { userId, by, token, browserHash = null, verifiedAt } = await this.openers.find(opening);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    return this.transactions.run(async (tx) => {
      const user = await this.users.findLiving(userId, tx);
      if (!user) throw new AppError('unauthorized', token ? NOT_A_TOKEN : NOT_A_CODE);
      // It was deleted a moment ago.
      if (token && !(await this.tokens.keep(token.id, tx))) throw new AppError('unauthorized', NOT_A_TOKEN);
      await lockName(tx, `sessions/${userId}`);
      const created = new Date();
      await this.makeRoom(userId, created, tx);
      const expires = expiryOf(created, token?.expiresMs);
      await this.tokens.insert(
        {
          id: randomUUID(),
          userId,
          description: DESCRIPTION,
          hash: tokenHash(secret),
          expires,
          created,
          keptUntilUsed: false,
          isSession: true,
          openedBy: token?.id ?? null,
          browserHash,
          verified: verifiedAt === undefined ? null : new Date(verifiedAt * 1_000),
        },
        tx,
      );
      const details = { by, console: true };
      const principal = { kind: 'user', id: userId } as const;
      await noteAct({ action: 'signed_in', principal, user: userId, details }, tx);
      return { secret, expires: expires.toISOString(), id: userId, name: user.name };
    });
  }

  private async makeRoom(userId: string, now: Date, tx: EntityManager): Promise<void> {
    const ended = await this.tokens.deleteOldSessions({ userId, now, kept: SESSIONS_PER_USER_MAX - 1 }, tx);
    onCommit(tx, () => {
      for (const key of ended) this.bus.publish(accessChanged, { key });
    });
  }
}

/** A session does not outlive the token that opened it. */
function expiryOf(created: Date, tokenExpiresMs = Infinity): Date {
  const { CONSOLE_SESSION_TTL_S } = readConfig(accountsSlice);
  return new Date(Math.min(created.getTime() + CONSOLE_SESSION_TTL_S * 1_000, tokenExpiresMs));
}
