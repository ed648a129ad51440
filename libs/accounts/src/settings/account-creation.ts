import { Bus } from '@lectern/bus';
import type { AccountPayload, CreatedAccount } from '@lectern/contracts/accounts';
import { accessChanged, AppError, invalidRequest, type Principal } from '@lectern/contracts/core';
import { lockName, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { ZoneDuties } from '../zone/zone-duties';
import { isAccountSlug, slugsFor } from './account-slug';
import { AccountCreationRules } from './account-creation-rules';
import { newAccount } from './new-account';

/** Creates accounts for users. */
@Injectable()
export class AccountCreation {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly rules: AccountCreationRules,
    private readonly zones: ZoneDuties,
    private readonly bus: Bus,
  ) {}

  /** The user owns the account. @throws AppError `conflict`, `quota_exceeded`, `invalid_request` */
  async create(payload: AccountPayload, principal: Principal): Promise<CreatedAccount> {
    const { id: user } = principal;
    const created = await this.transactions.run(async (tx) => {
      await this.requireZone(payload.zone, tx);
      await this.rules.requireRoom(user, tx);
      const slug = await this.slugOf(payload, tx);
      const { type } = this.rules;
      const account = newAccount({ payload, slug, type, limits: this.rules.limits(), now: new Date() });
      await this.accounts.insert(account, user, tx);
      const details = { slug, title: account.title };
      await noteAct({ action: 'account_created', principal, account: account.id, details }, tx);
      return { id: account.id };
    });
    this.bus.publish(accessChanged, { user });
    return created;
  }

  private async requireZone(zone: string | null | undefined, tx: EntityManager): Promise<void> {
    if (zone === null || zone === undefined) return;
    const slugs = await this.zones.slugs(tx);
    if (slugs.includes(zone)) return;
    const msg = `Unknown zone ${zone}; zones of this deployment: ${slugs.join(', ')}`;
    throw invalidRequest([{ type: 'value_error', loc: ['body', 'zone'], msg, input: zone }]);
  }

  private async slugOf({ slug, title }: AccountPayload, tx: EntityManager): Promise<string> {
    if (slug !== null && slug !== undefined) return requireAccountSlug(slug);
    // Of two with one title at once, the second waits for the first.
    await lockName(tx, 'slugs of accounts');
    for (const made of slugsFor(title)) if (!(await this.accounts.isTaken(made, tx))) return made;
    throw new AppError('conflict', 'Too many accounts have this title; choose a slug');
  }
}

/** @throws AppError `invalid_request` for a text that paths take for an id */
export function requireAccountSlug(slug: string): string {
  if (isAccountSlug(slug)) return slug;
  const msg = 'Value error, a UUID cannot be the slug of an account';
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'slug'], msg, input: slug }]);
}
