import { Bus } from '@lectern/bus';
import type {
  AccountChanges,
  AccountPermissions,
  AccountTypes,
  ManagedAccountChanges,
  SamlConfiguration,
  SlugStatus,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, parseInstant, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccountEntity } from '../account/account.entity';
import { AccountRepository } from '../account/account.repository';
import { AccountLimits } from '../limits/account-limits';
import { SamlSettings } from '../saml-settings/saml-settings';
import { requireAccountSlug } from './account-creation';
import { accountPermissionsOf } from './account-permissions';
import { isAccountSlug } from './account-slug';

/** An account by both names of a request. */
export interface TwiceNamed {
  /** Id, from the path. */
  readonly account: string;
  /** Id or slug, from the query. */
  readonly again: string;
}

/** Settings of accounts, and what may be done with them. */
@Injectable()
export class AccountSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly limits: AccountLimits,
    private readonly saml: SamlSettings,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `conflict`, `not_found`, and as `SamlSettings` */
  modify(account: string, changes: AccountChanges): Promise<null> {
    return this.change(account, (row) => changed(row, changes), samlOf(changes));
  }

  /** @throws AppError `conflict`, `not_found` */
  manage(named: string, { type, trial_expiration_date: trial, ...changes }: ManagedAccountChanges): Promise<null> {
    return this.change(named, (row) => ({
      ...changed(row, changes),
      type: type ?? row.type,
      trialEnds: trial === undefined ? row.trialEnds : trial === null ? null : (parseInstant(trial) ?? row.trialEnds),
    }));
  }

  async slugStatus(slug: string): Promise<SlugStatus> {
    if (!isAccountSlug(slug)) return { available: false };
    return { available: !(await this.transactions.read((tx) => this.accounts.isTaken(slug, tx))) };
  }

  async types(): Promise<AccountTypes> {
    return { types: this.limits.all() };
  }

  /** @throws AppError `not_found` */
  async permissions(named: TwiceNamed, principal: Principal): Promise<AccountPermissions> {
    await this.transactions.read((tx) => requireSame(this.accounts, named, tx));
    return accountPermissionsOf(principal);
  }

  private async change(
    named: string,
    modified: (row: AccountEntity) => AccountEntity,
    saml?: SamlConfiguration | null,
  ): Promise<null> {
    const id = await this.transactions.run(async (tx) => {
      const found = await this.accounts.get(named, tx);
      await this.accounts.update(modified(await this.accounts.lock(found.id, tx)), tx);
      if (saml !== undefined) await this.saml.set(found.id, saml, tx);
      return found.id;
    });
    this.bus.publish(accessChanged, { account: id });
    return null;
  }
}

/** Clients name the account of some routes twice. @throws AppError `not_found` when they name two */
export async function requireSame(
  accounts: AccountRepository,
  { account, again }: TwiceNamed,
  tx: EntityManager,
): Promise<void> {
  const { id } = await accounts.get(again, tx);
  if (id !== account) throw new AppError('not_found', 'account_id names another account than the path');
}

function changed(row: AccountEntity, changes: AccountChanges): AccountEntity {
  const { slug, title, description, workflow, eula_accepted: eulaAccepted } = changes;
  return {
    ...row,
    slug: slug === null || slug === undefined ? row.slug : requireAccountSlug(slug),
    title: title ?? row.title,
    description: description === undefined ? row.description : description,
    workflow: workflow ?? row.workflow,
    eulaAccepted: eulaAccepted ?? row.eulaAccepted,
  };
}

/** Of the two forms; undefined leaves what there is. */
function samlOf({ saml_config: config, saml }: AccountChanges): SamlConfiguration | null | undefined {
  if (config !== undefined || !saml) return config;
  const { domain, ...rest } = saml;
  return { ...rest, domains: [domain], authn_context: 'exact' };
}
