import { Bus } from '@lectern/bus';
import type { MonthlyLimit } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import {
  type CountedLimit,
  type QuotaReturn,
  type QuotaTake,
  returnQuota,
  takeQuota,
  TOKENS_LIMIT,
} from '@lectern/contracts/knowledge-box';
import { Injectable, Logger } from '@nestjs/common';
import { KnownLimits, type LimitedOwner, type QuotaOwner } from './known-limits';
import { NotedUses } from './noted-uses';

/** Amounts by limit. */
export type MonthlyUse = Readonly<Partial<Record<MonthlyLimit, number>>>;

/** Use that was taken before the work. Exactly one of both functions is called at its end. */
export interface HeldUse {
  /** The work was done. */
  keep(): void;
  /** It was not. */
  giveBack(): void;
}

/** Tokens that were taken before a model is asked. Exactly one call of `settle` follows. */
export interface ReservedTokens {
  /** As many as the model may use; absent without a limit. */
  readonly max?: number;
  /** The model used so many: what it did not use is given back, and what it used beyond counts, too. */
  settle(used: number): void;
}

/** What a call of a model needs of tokens. */
export interface NeededTokens {
  /** At least: the call would be in vain with less. */
  readonly least: number;
  /** At most. */
  readonly most: number;
}

interface Split {
  readonly limited: QuotaTake['uses'];
  readonly free: QuotaTake['uses'];
}

const AMOUNT_MAX = 1e15;
const nothing: HeldUse = { keep: () => undefined, giveBack: () => undefined };

/**
 * Holds monthly limits of accounts and NUA clients where the work happens. Use without a limit is summed up in memory,
 * and costs neither a question nor a database.
 */
@Injectable()
export class UsageQuota {
  private readonly logger = new Logger('Quota');

  constructor(
    private readonly bus: Bus,
    private readonly limits: KnownLimits,
    private readonly noted: NotedUses,
  ) {}

  /**
   * Takes use before the work; an amount of 0 asks whether anything is left.
   *
   * @throws AppError `quota_exceeded`, and `unavailable` when a limit cannot be held
   */
  async hold(account: string | undefined, use: MonthlyUse): Promise<HeldUse> {
    if (account === undefined) return nothing;
    const { limited, free } = await this.split(account, use);
    const note = () => this.note({ account }, free);
    if (limited.length === 0) return { keep: note, giveBack: () => undefined };
    const { month } = await this.take({ account, uses: limited, mode: 'whole' });
    return { keep: note, giveBack: () => void this.giveBack({ account, month, uses: limited }) };
  }

  /**
   * Takes tokens of the limit of a NUA client before a model is asked, so that two calls at once cannot pass it
   * together. Other callers have no such limit.
   *
   * @param needed is called under a limit only
   * @throws as `hold`
   */
  async reserveTokens({ account, nuaClient }: QuotaOwner, needed: () => NeededTokens): Promise<ReservedTokens> {
    if (account === undefined || nuaClient === undefined) return { settle: () => undefined };
    const owner = { account, nuaClient };
    const note = (tokens: number) => this.note(owner, [{ name: TOKENS_LIMIT, amount: countable(tokens) }]);
    if ((await this.limits.of(owner))[TOKENS_LIMIT] === undefined) return { settle: note };
    const { least, most } = needed();
    const use = { name: TOKENS_LIMIT, amount: countable(Math.max(most, least)), least: countable(least) } as const;
    const { month, uses } = await this.take({ ...owner, uses: [use], mode: 'available' });
    const max = uses[0]?.amount ?? 0;
    const settle = (used: number) => {
      const [left, beyond] = [countable(max - used), countable(used - max)];
      if (left > 0) void this.giveBack({ ...owner, month, uses: [{ name: TOKENS_LIMIT, amount: left }] });
      if (beyond > 0) note(beyond);
    };
    return { max, settle };
  }

  /** Asks whether use would fit now, and takes nothing. @throws as `hold` */
  async check(account: string, use: MonthlyUse): Promise<void> {
    const { limited } = await this.split(account, use);
    if (limited.length > 0) await this.take({ account, uses: limited, mode: 'asked' });
  }

  /** Does work that takes use; a failure gives it back. @throws as `hold`, and what the work throws */
  async during<T>(account: string | undefined, use: MonthlyUse, work: () => Promise<T>): Promise<T> {
    const held = await this.hold(account, use);
    try {
      const done = await work();
      held.keep();
      return done;
    } catch (error) {
      held.giveBack();
      throw error;
    }
  }

  /**
   * Takes use after the work. Where it is more than is left, that is spent, and the result must not be used.
   *
   * @throws as `hold`
   */
  async spend(account: string | undefined, use: MonthlyUse): Promise<void> {
    if (account === undefined) return;
    const { limited, free } = await this.split(account, use);
    this.note({ account }, free);
    const uses = limited.filter(({ amount }) => amount > 0);
    if (uses.length > 0) await this.take({ account, uses, mode: 'spent' });
  }

  private async split(account: string, use: MonthlyUse): Promise<Split> {
    const limits = await this.limits.of({ account });
    // The keys are those of the type.
    const uses = Object.entries(use).map(([name, amount]) => ({
      name: name as MonthlyLimit,
      amount: countable(amount),
    }));
    const isLimited = ({ name }: { readonly name: string }) => limits[name] !== undefined;
    return { limited: uses.filter(isLimited), free: uses.filter((one) => !isLimited(one)) };
  }

  private note(owner: LimitedOwner, uses: readonly { name: CountedLimit; amount: number }[]): void {
    for (const { name, amount } of uses) if (amount > 0) this.noted.add({ ...owner, name, amount });
  }

  private take(body: QuotaTake) {
    return this.bus.request(takeQuota, { body }, { principal: systemPrincipal });
  }

  private async giveBack(body: QuotaReturn): Promise<void> {
    try {
      await this.bus.request(returnQuota, { body }, { principal: systemPrincipal });
    } catch (error) {
      this.logger.warn(`Use that did not happen stays counted for account ${body.account}: ${String(error)}`);
    }
  }
}

/** What models and files of others say of themselves may be anything. */
function countable(amount: number): number {
  return Number.isFinite(amount) ? Math.min(Math.max(amount, 0), AMOUNT_MAX) : 0;
}
