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
        ? (await this.records.deleteGrantOf(userId, Buffer.from(key, 'base64url'), tx)).map(tokenKey)
        : await this.endConsole(userId, key, tx);
    this.tellEnded(ended ?? [], tx);
  }

  /** Ends a session of the console, of a browser, or the grant of an application. @returns whether there was one */
  async endNamed(userId: string, id: string, tx: EntityManager): Promise<boolean> {
    const ended = (await this.endConsole(userId, id, tx)) ?? (await this.endRecord(userId, id, tx));
    this.tellEnded(ended ?? [], tx);
    return ended !== undefined;
  }

  /** With the sign-in of its browser: the next session would otherwise open without a question. */
  private async endConsole(userId: string, id: string, tx: EntityManager): Promise<readonly string[] | undefined> {
    const session = await this.tokens.deleteSession(userId, id, tx);
    if (!session) return undefined;
    const { browserHash } = session;
    if (browserHash === null) return [id];
    await this.records.deleteBrowser(userId, browserHash, tx);
    return [id, ...(await this.tokens.deleteSessionsOfBrowser(userId, browserHash, tx))];
  }

  private async endRecord(userId: string, id: string, tx: EntityManager): Promise<readonly string[] | undefined> {
    const record = await this.records.findSession(userId, Buffer.from(id, 'base64url'), tx);
    if (!record) return undefined;
    const { kind, hash, lookupHash } = record;
    if (kind === 'Grant') return (await this.records.deleteGrant(hash, tx)).map(tokenKey);
    await this.records.delete(kind, hash, tx);
    return lookupHash === null ? [] : this.tokens.deleteSessionsOfBrowser(userId, lookupHash, tx);
  }

  private tellEnded(keys: readonly string[], tx: EntityManager): void {
    onCommit(tx, () => {
      for (const key of keys) this.bus.publish(accessChanged, { key });
    });
  }

  /** Ends all of them, and the personal access tokens, too. */
  async endEverything(userId: string, tx: EntityManager): Promise<void> {
    const tokens = await this.tokens.deleteAll(userId, tx);
    onCommit(tx, () => {
      for (const key of tokens) this.bus.publish(accessChanged, { key });
    });
    await this.endAll(userId, tx);
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
