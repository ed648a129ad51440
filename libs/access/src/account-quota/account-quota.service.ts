import { monthlyLimits } from '@lectern/contracts/accounts';
import { AppError, naiveUtc } from '@lectern/contracts/core';
import {
  type AccountLimitsStatus,
  type AccountQuota,
  type CountedLimit,
  type QuotaNotes,
  type QuotaQuery,
  type QuotaReturn,
  type QuotaTake,
  type QuotaTaken,
  TOKENS_LIMIT,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { AccountBlocks, AccountUseRepository, type LimitedUse, type UseOwner } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NuaClientRepository } from '../nua-client/nua-client.repository';
import { monthEnd, quotaRefusal } from './quota-refusal';

interface NamedUse extends LimitedUse {
  readonly name: CountedLimit;
  readonly least: number;
}

/**
 * What accounts and their NUA clients may use in a month, in this zone. Limits of accounts come from the accounts host,
 * and hold while it is away.
 */
@Injectable()
export class AccountQuotaService {
  constructor(
    private readonly transactions: Transactions,
    private readonly blocks: AccountBlocks,
    private readonly uses: AccountUseRepository,
    private readonly clients: NuaClientRepository,
  ) {}

  async read(owner: QuotaQuery): Promise<AccountQuota> {
    return { limits: await this.limitsOf(owner) };
  }

  /** @throws AppError `quota_exceeded` */
  async take({ uses, mode, ...owner }: QuotaTake): Promise<QuotaTaken> {
    const limits = await this.limitsOf(owner);
    const wanted = inOneOrder(uses).map(({ name, amount, least = 0 }) => ({
      ...counterOf(owner, name),
      name,
      amount,
      least,
      max: limits[name] ?? Infinity,
    }));
    if (mode === 'available') return this.takeAvailable(wanted);
    const take = { whole: this.takeWhole, spent: this.takeSpent, asked: this.ask }[mode].bind(this);
    return { ...(await take(wanted)), uses };
  }

  async giveBack({ month, uses, ...owner }: QuotaReturn): Promise<null> {
    await this.transactions.run(async (tx) => {
      for (const { name, amount } of inOneOrder(uses))
        await this.uses.giveBack({ ...counterOf(owner, name), month, name, amount }, tx);
    });
    return null;
  }

  async note({ uses }: QuotaNotes): Promise<null> {
    await this.transactions.run((tx) => this.uses.add(uses, tx));
    return null;
  }

  async status(account: string): Promise<AccountLimitsStatus> {
    const limits = await this.blocks.limitsOf(account);
    const { used, month, ofClients } = await this.transactions.read(async (tx) => ({
      used: await this.uses.used({ account }, tx),
      month: await this.uses.month(tx),
      ofClients: await this.tokensOfClients(account, tx),
    }));
    const resets = { resets_at: `${naiveUtc(monthEnd(month))}+00:00` };
    const monthly = monthlyLimits.map((name) => ({
      name,
      limit: limits[name] ?? null,
      used: used.get(name) ?? 0,
      ...resets,
    }));
    const isMonthly = (name: string) => monthlyLimits.some((one) => one === name);
    const others = Object.entries(limits).filter(([name]) => !isMonthly(name) && !OF_THE_HOST.includes(name));
    const standing = others.map(([name, limit]) => ({ name, limit, used: null, resets_at: null }));
    return { limits: [...standing, ...monthly, ...ofClients.map((one) => ({ ...one, ...resets }))] };
  }

  /** Limits of the account, and of the client if there is one. */
  private async limitsOf({ account, nuaClient }: QuotaQuery): Promise<Readonly<Record<string, number>>> {
    const limits = await this.blocks.limitsOf(account);
    if (nuaClient === undefined) return limits;
    const max = await this.transactions.read((tx) => this.clients.tokensLimit({ account, clientId: nuaClient }, tx));
    return max === null ? limits : { ...limits, [TOKENS_LIMIT]: max };
  }

  /** Of the clients with a limit. */
  private async tokensOfClients(account: string, tx: EntityManager) {
    const limited = (await this.clients.list(account, undefined, tx)).filter(({ tokensLimit }) => tokensLimit !== null);
    if (limited.length === 0) return [];
    const used = await this.uses.usedByClients(account, TOKENS_LIMIT, tx);
    return limited.map(({ clientId, tokensLimit }) => ({
      name: TOKENS_LIMIT,
      nua_client: clientId,
      limit: tokensLimit,
      used: used.get(clientId) ?? 0,
    }));
  }

  private takeWhole(wanted: readonly NamedUse[]): Promise<Pick<QuotaTaken, 'month'>> {
    return this.transactions.run(async (tx) => {
      for (const use of wanted) if (!(await this.uses.take(use, tx))) throw await this.refusal(use, tx);
      return { month: await this.uses.month(tx) };
    });
  }

  private ask(wanted: readonly NamedUse[]): Promise<Pick<QuotaTaken, 'month'>> {
    return this.transactions.read(async (tx) => {
      for (const use of wanted) {
        const used = (await this.uses.used(use, tx)).get(use.name) ?? 0;
        if (used >= use.max || used + use.amount > use.max) throw await this.refusal(use, tx);
      }
      return { month: await this.uses.month(tx) };
    });
  }

  private takeAvailable(wanted: readonly NamedUse[]): Promise<QuotaTaken> {
    return this.transactions.run(async (tx) => {
      const taken: QuotaTaken['uses'][number][] = [];
      for (const { name, amount, ...use } of wanted) {
        const part = { ...use, name, amount: Math.min(amount, await this.uses.lockLeft({ ...use, name, amount }, tx)) };
        if (part.amount < use.least || !(await this.uses.take(part, tx)))
          throw await this.refusal({ ...part, amount: use.least }, tx);
        taken.push({ name, amount: part.amount });
      }
      return { month: await this.uses.month(tx), uses: taken };
    });
  }

  /** The work is done, so that what is left is spent even if it is not enough. */
  private async takeSpent(wanted: readonly NamedUse[]): Promise<Pick<QuotaTaken, 'month'>> {
    const { month, refusal } = await this.transactions.run(async (tx) => {
      let refused;
      for (const use of wanted) {
        if (await this.uses.take(use, tx)) continue;
        refused ??= await this.refusal(use, tx);
        await this.uses.spend(use, tx);
      }
      return { month: await this.uses.month(tx), refusal: refused };
    });
    if (refusal) throw refusal;
    return { month };
  }

  private async refusal(use: NamedUse, tx: EntityManager) {
    const used = (await this.uses.used(use, tx)).get(use.name) ?? 0;
    return quotaRefusal({ ...use, used }, await this.uses.month(tx));
  }
}

/** These hold in the accounts host alone. */
const OF_THE_HOST = ['max_users', 'max_trial_days'];

/** So that two calls never wait for each other. */
function inOneOrder<T extends { readonly name: string }>(uses: readonly T[]): readonly T[] {
  return uses.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whose counter it is: a client has one of its own for its tokens only. */
function counterOf({ account, nuaClient }: QuotaQuery, name: CountedLimit): UseOwner {
  if (name !== TOKENS_LIMIT) return { account };
  if (nuaClient === undefined) throw new AppError('invalid_request', 'Tokens are limited for NUA clients only');
  return { account, nuaClient };
}
