import type { OwnSession, OwnSessionList } from '@lectern/contracts/accounts';
import { AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OauthRecordEntity } from '../oauth/oauth-record.entity';
import { OauthRecordRepository } from '../oauth/oauth-record.repository';
import { OpenSignIns } from '../token/open-sign-ins';
import type { PersonalTokenEntity } from '../token/personal-token.entity';
import { PersonalTokenRepository } from '../token/personal-token.repository';

/** What is signed in as a user, one by one. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly records: OauthRecordRepository,
    private readonly signIns: OpenSignIns,
  ) {}

  async list(principal: Principal): Promise<OwnSessionList> {
    return this.transactions.read(async (tx) => {
      const [tokens, records, grant] = await Promise.all([
        this.tokens.list(principal.id, tx),
        this.records.listSessions(principal.id, tx),
        this.grantOf(principal, tx),
      ]);
      const now = new Date();
      const ofConsole = tokens.filter(({ isSession, expires }) => isSession && (!expires || expires > now));
      const browsers = new Set(ofConsole.map(({ browserHash }) => browserHash?.toString('hex')));
      // The sign-in of a browser with the console open ends with that, and is not listed twice.
      const others = records.filter(({ lookupHash }) => !lookupHash || !browsers.has(lookupHash.toString('hex')));
      const found: readonly Dated[] = [
        ...ofConsole.map((token) => ({ created: token.created, session: consoleSession(token, principal.key) })),
        ...others.map((record) => ({ created: record.created, session: sessionOf(record, grant) })),
      ];
      return {
        sessions: found.toSorted((a, b) => Number(b.created) - Number(a.created)).map(({ session }) => session),
      };
    });
  }

  /** @throws AppError `not_found`, also for one of another user */
  async end(id: string, { id: userId }: Principal): Promise<null> {
    const isEnded = await this.transactions.run((tx) => this.signIns.endNamed(userId, id, tx));
    if (!isEnded) throw new AppError('not_found', 'Session not found');
    return null;
  }

  /** The grant that a user token came from. */
  private async grantOf({ kind, key, id }: Principal, tx: EntityManager): Promise<string | undefined> {
    if (kind !== 'user' || key === undefined) return undefined;
    const record = await this.records.find('AccessToken', Buffer.from(key, 'base64url'), tx);
    return record?.userId === id ? record.grantHash?.toString('base64url') : undefined;
  }
}

interface Dated {
  readonly created: Date;
  readonly session: OwnSession;
}

function sessionOf({ kind, hash, clientId, created, expires }: OauthRecordEntity, grant?: string): OwnSession {
  const id = hash.toString('base64url');
  const isGrant = kind === 'Grant';
  return {
    id,
    kind: isGrant ? 'application' : 'browser',
    client_id: isGrant ? clientId : null,
    ...dates(created, expires),
    current: isGrant && id === grant,
  };
}

function consoleSession({ id, created, expires }: PersonalTokenEntity, key: string | undefined): OwnSession {
  return { id, kind: 'console', client_id: null, ...dates(created, expires), current: id === key };
}

function dates(created: Date, expires: Date | null): Pick<OwnSession, 'created' | 'expires'> {
  return { created: utcWithOffset(created), expires: expires && utcWithOffset(expires) };
}
