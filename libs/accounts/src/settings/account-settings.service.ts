import { Bus } from '@lectern/bus';
import type {
  AccountChanges,
  AccountPermissions,
  AccountTypes,
  ManagedAccountChanges,
  OwnAccountLimits,
  SamlConfiguration,
  SlugStatus,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, parseInstant, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccountEntity } from '../account/account.entity';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { withheldAccounts } from '../factor-demand/factor-demand';
import { AccountLimits, type SetLimits } from '../limits/account-limits';
import { SamlSettings } from '../saml-settings/saml-settings';
import { requireAccountSlug } from './account-creation';
import { accountPermissionsOf } from './account-permissions';
import { isAccountSlug } from './account-slug';

const SET_UP_FIRST = 'Set up a second factor of your own first: you would lose the account';

/** An account by both names of a request. */
export interface TwiceNamed {
  /** Id, from the path. */
  readonly account: string;
  /** Id or slug, from the query. */
  readonly again: string;
}

/** A change for the audit log. */
interface NotedChange {
  /** Id or slug. */
  readonly account: string;
  /** Of what is changed. */
  readonly names: readonly string[];
  readonly by: Principal;
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
  modify(account: string, changes: AccountChanges, by: Principal): Promise<null> {
    return this.change(
      { account, names: namesOfChanges(changes), by },
      (row) => changed(row, changes),
      samlOf(changes),
    );
  }

  /** @throws AppError `conflict`, `not_found` */
  manage(account: string, given: ManagedAccountChanges, by: Principal): Promise<null> {
    const { type, trial_expiration_date: trial, limits, ...changes } = given;
    return this.change({ account, names: namesOfChanges(given), by }, (row) => ({
      ...changed(row, changes),
      type: type ?? row.type,
      limits: changedLimits(row.limits, limits),
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

  /** Who demands something of others has it. @throws AppError `conflict` */
  private async refuseOwnLockout(account: string, { id }: Principal, tx: EntityManager): Promise<void> {
    if ((await withheldAccounts(id, tx)).includes(account)) throw new AppError('conflict', SET_UP_FIRST);
  }

  private async change(
    { account: named, names, by: principal }: NotedChange,
    modified: (row: AccountEntity) => AccountEntity,
    saml?: SamlConfiguration | null,
  ): Promise<null> {
    const id = await this.transactions.run(async (tx) => {
      const found = await this.accounts.get(named, tx);
      await this.accounts.update(modified(await this.accounts.lock(found.id, tx)), tx);
      if (saml !== undefined) await this.saml.set(found.id, saml, tx);
      await this.refuseOwnLockout(found.id, principal, tx);
      const account = found.id;
      if (saml !== undefined) await noteAct({ action: 'single_sign_on_changed', principal, account }, tx);
      await noteAct({ action: 'account_changed', principal, account, details: { changed: names } }, tx);
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

/** Null is the limit of the type again; null for all of them as well. */
function changedLimits(before: SetLimits, changes: OwnAccountLimits | null | undefined): SetLimits {
  if (changes === undefined) return before;
  const given = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  const after = Object.entries({ ...(changes && before), ...Object.fromEntries(given) });
  return Object.fromEntries(after.filter(([, value]) => value !== null));
}

function namesOfChanges(changes: object): readonly string[] {
  return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
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
    secondFactor: changes.second_factor ?? row.secondFactor,
  };
}

/** Of the two forms; undefined leaves what there is. */
function samlOf({ saml_config: config, saml }: AccountChanges): SamlConfiguration | null | undefined {
  if (config !== undefined || !saml) return config;
  const { domain, ...rest } = saml;
  return { ...rest, domains: [domain], authn_context: 'exact' };
}
