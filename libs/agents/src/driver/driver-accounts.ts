import { isObject } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { DriverAccountEntity } from './driver-account.entity';

/** Whose account at the server of which driver. */
export interface AccountKey {
  readonly agent: string;
  readonly driver: string;
  /** Empty for what all users of the driver share. */
  readonly user: string;
  /** Names the address that it belongs to: another one never gets it. */
  readonly server: string;
}

/** What is kept of an account: values of JSON. */
export type AccountValues = Readonly<Record<string, unknown>>;

/** Accounts of users at the servers of drivers, sealed. */
@Injectable()
export class DriverAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** @returns nothing for another address than that of the account */
  async find(key: AccountKey): Promise<AccountValues> {
    const { agent, driver, user } = key;
    const row = await this.transactions.read((tx) => tx.findOneBy(DriverAccountEntity, { agent, driver, user }));
    return row ? this.opened(row.sealed, key) : {};
  }

  async put(key: AccountKey, values: AccountValues): Promise<void> {
    const { agent, driver, user } = key;
    const row = { agent, driver, user, sealed: this.sealed(values, key), changed: new Date() };
    await this.transactions.single((tx) => tx.upsert(DriverAccountEntity, row, ['agent', 'driver', 'user']));
  }

  /** A text that opens for the same key only. */
  sealed(values: AccountValues, key: AccountKey): string {
    return this.envelope.seal(JSON.stringify(values), accountPurposeOf(key));
  }

  /** @returns nothing where the text was sealed for something else */
  opened(sealed: string, key: AccountKey): AccountValues {
    try {
      const values: unknown = JSON.parse(this.envelope.open(sealed, accountPurposeOf(key)));
      return isObject(values) ? values : {};
    } catch {
      return {};
    }
  }
}

function accountPurposeOf({ agent, driver, user, server }: AccountKey): string {
  return `account at a driver ${JSON.stringify([agent, driver, user, server])}`;
}
