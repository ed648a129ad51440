import { Bus } from '@lectern/bus';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OauthRecordRepository } from '../oauth/oauth-record.repository';
import { tokenKey } from '../oauth/oauth-records';
import { PersonalTokenRepository } from './personal-token.repository';

/** A credential, as its principal names it. */
export interface SignIn {
  readonly userId: string;
  readonly key: string;
  readonly kind: Principal['kind'];
}

/** Sessions and tokens that a user got by signing in. Personal access tokens are not among them. */
@Injectable()
export class OpenSignIns {
  constructor(
    private readonly tokens: PersonalTokenRepository,
    private readonly records: OauthRecordRepository,
    private readonly bus: Bus,
  ) {}

  /** Ends the one that a credential came from. Of a personal access token nothing ends. */
  async end({ userId, key, kind }: SignIn, tx: EntityManager): Promise<void> {
    const ended =
      kind === 'user'
        ? await this.records.deleteGrantOf(userId, Buffer.from(key, 'base64url'), tx)
        : await this.tokens.deleteSession(userId, key, tx);
    onCommit(tx, () => {
      for (const one of ended) this.bus.publish(accessChanged, { key: typeof one === 'string' ? one : tokenKey(one) });
    });
  }

  /** Ends all of them. */
  async endAll(userId: string, tx: EntityManager): Promise<void> {
    const sessions = await this.tokens.deleteSessions(userId, tx);
    const ended = [...sessions, ...(await this.records.deleteOfUser(userId, tx)).map(tokenKey)];
    onCommit(tx, () => {
      for (const key of ended) this.bus.publish(accessChanged, { key });
      this.bus.publish(accessChanged, { user: userId });
    });
  }
}
