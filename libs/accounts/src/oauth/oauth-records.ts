import { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { onCommit, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { OauthRecordEntity } from './oauth-record.entity';
import { OauthRecordRepository } from './oauth-record.repository';

/** The name of an access token in caches and logs, from the hash under which it is stored. */
export function tokenKey(hash: Buffer): string {
  return hash.toString('base64url');
}

/** Records of the authorization server. Caches of access tokens hear of those that end. */
@Injectable()
export class OauthRecords {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: OauthRecordRepository,
    private readonly bus: Bus,
  ) {}

  /** @returns false, with nothing stored, when the grant of the record has ended */
  async put(record: OauthRecordEntity): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (record.grantHash && !(await this.rows.holdGrant(record.grantHash, tx))) return false;
      await this.rows.put(record, tx);
      return true;
    });
  }

  /** Undefined also for an expired one. */
  async find(kind: string, hash: Buffer): Promise<OauthRecordEntity | undefined> {
    return living(await this.transactions.read((tx) => this.rows.find(kind, hash, tx)));
  }

  /** Also one that expired a moment ago and was not removed yet. */
  async findKept(kind: string, hash: Buffer): Promise<OauthRecordEntity | undefined> {
    return this.transactions.read((tx) => this.rows.find(kind, hash, tx));
  }

  async findByLookup(kind: string, lookupHash: Buffer): Promise<OauthRecordEntity | undefined> {
    return living(await this.transactions.read((tx) => this.rows.findByLookup(kind, lookupHash, tx)));
  }

  async consume(kind: string, hash: Buffer): Promise<boolean> {
    return this.transactions.run((tx) => this.rows.consume({ kind, hash, consumed: new Date() }, tx));
  }

  async delete(kind: string, hash: Buffer): Promise<void> {
    await this.transactions.run(async (tx) => {
      const isDeleted = await this.rows.delete(kind, hash, tx);
      if (isDeleted && kind === 'AccessToken')
        onCommit(tx, () => this.bus.publish(accessChanged, { key: tokenKey(hash) }));
    });
  }

  async deleteGrant(grantHash: Buffer): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.rows.deleteGrant(grantHash, tx);
      onCommit(tx, () => {
        for (const hash of ended) this.bus.publish(accessChanged, { key: tokenKey(hash) });
      });
    });
  }

  /** What an application was given, by all users. */
  async deleteOfClient(clientId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.rows.deleteOfClient(clientId, tx);
      onCommit(tx, () => {
        for (const hash of ended) this.bus.publish(accessChanged, { key: tokenKey(hash) });
      });
    });
  }

  async count(kind: string): Promise<number> {
    return this.transactions.read((tx) => this.rows.count(kind, tx));
  }
}

/** Tokens are kept somewhat longer than they count, so that an expired one is known from one that was revoked. */
function living(record: OauthRecordEntity | undefined): OauthRecordEntity | undefined {
  return record?.expires && record.expires <= new Date() ? undefined : record;
}
