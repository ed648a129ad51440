import { type MonthlyLimit, monthlyLimits } from '@lectern/contracts/accounts';
import { naiveUtc } from '@lectern/contracts/core';
import type {
  AccountLimitsStatus,
  AccountQuota,
  QuotaNotes,
  QuotaReturn,
  QuotaTake,
  QuotaTaken,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { AccountBlocks, AccountUseRepository, type LimitedUse } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { monthEnd, quotaRefusal } from './quota-refusal';

interface NamedUse extends LimitedUse {
  readonly name: MonthlyLimit;
}

/** What accounts may use in a month, in this zone. Limits come from the accounts host, and hold while it is away. */
@Injectable()
export class AccountQuotaService {
  constructor(
    private readonly transactions: Transactions,
    private readonly blocks: AccountBlocks,
    private readonly uses: AccountUseRepository,
  ) {}

  async read(account: string): Promise<AccountQuota> {
    return { limits: await this.blocks.limitsOf(account) };
  }

  /** @throws AppError `quota_exceeded` */
  async take({ account, uses, mode }: QuotaTake): Promise<QuotaTaken> {
    const limits = await this.blocks.limitsOf(account);
    // In one order, so that two calls never wait for each other.
    const wanted = uses
      .map(({ name, amount }) => ({ account, name, amount, max: limits[name] ?? Infinity }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return mode === 'whole' ? this.takeWhole(wanted) : this.takeSpent(wanted);
  }

  async giveBack({ account, month, uses }: QuotaReturn): Promise<null> {
    const ordered = uses.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    await this.transactions.run(async (tx) => {
      for (const use of ordered) await this.uses.giveBack({ account, month, ...use }, tx);
    });
    return null;
  }

  async note({ uses }: QuotaNotes): Promise<null> {
    await this.transactions.run((tx) => this.uses.add(uses, tx));
    return null;
  }

  async status(account: string): Promise<AccountLimitsStatus> {
    const limits = await this.blocks.limitsOf(account);
    const { used, month } = await this.transactions.read(async (tx) => ({
      used: await this.uses.used(account, tx),
      month: await this.uses.month(tx),
    }));
    const resetsAt = `${naiveUtc(monthEnd(month))}+00:00`;
    const monthly = monthlyLimits.map((name) => ({
      name,
      limit: limits[name] ?? null,
      used: used.get(name) ?? 0,
      resets_at: resetsAt,
    }));
    const isMonthly = (name: string) => monthlyLimits.some((one) => one === name);
    const others = Object.entries(limits).filter(([name]) => !isMonthly(name) && !OF_THE_HOST.includes(name));
    const standing = others.map(([name, limit]) => ({ name, limit, used: null, resets_at: null }));
    return { limits: [...standing, ...monthly] };
  }

  private takeWhole(wanted: readonly NamedUse[]): Promise<QuotaTaken> {
    return this.transactions.run(async (tx) => {
      for (const use of wanted) if (!(await this.uses.take(use, tx))) throw await this.refusal(use, tx);
      return { month: await this.uses.month(tx) };
    });
  }

  /** The work is done, so that what is left is spent even if it is not enough. */
  private async takeSpent(wanted: readonly NamedUse[]): Promise<QuotaTaken> {
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
    const used = (await this.uses.used(use.account, tx)).get(use.name) ?? 0;
    return quotaRefusal({ ...use, used }, await this.uses.month(tx));
  }
}

/** These hold in the accounts host alone. */
const OF_THE_HOST = ['max_users', 'max_trial_days'];
