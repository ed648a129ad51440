import { ArrayMaxSize, IsIn, IsNumber, IsString, IsUUID, Max, Min } from 'class-validator';
import { type MonthlyLimit, monthlyLimits } from '../../accounts/account/account.dto';
import { ListOf } from '../../validation/decorators';

/** Most use of one kind in one call. */
const AMOUNT_MAX = 1e15;
/** Uses in one call. */
export const QUOTA_USES_MAX = 1_000;

/** Names an account by its id. */
export class QuotaQuery {
  /** Id of the account. */
  @IsUUID() account!: string;
}

/** Limits of an account, as the zone knows them. */
export class AccountQuota {
  /** By name; an absent one does not exist. */
  limits!: Readonly<Record<string, number>>;
}

/** Use of one kind. */
export class QuotaUse {
  /** Limit that it counts for. */
  @IsIn(monthlyLimits) name!: MonthlyLimit;
  /** How much: a count, seconds or characters. With 0, only whether something is left. */
  @IsNumber({ allowInfinity: false, allowNaN: false }) @Min(0) @Max(AMOUNT_MAX) amount!: number;
}

/** Use that is taken from what an account has left in this month. */
export class QuotaTake extends QuotaQuery {
  /** All of them are taken, or none; each name once. */
  @ListOf(() => QuotaUse, { max: monthlyLimits.length }) uses!: QuotaUse[];
  /**
   * `whole`: what does not fit is refused and takes nothing. `spent`: work that was done already takes what is left,
   * and is refused when that is not enough.
   */
  @IsIn(['whole', 'spent']) mode!: 'whole' | 'spent';
}

/** Use that was taken. */
export class QuotaTaken {
  /** First day of the month that it counts for, such as `2026-11-01`. */
  month!: string;
}

/** Use that was taken and did not happen. */
export class QuotaReturn extends QuotaQuery {
  /** First day of the month that it was taken from. */
  @IsString() month!: string;
  /** As taken. */
  @ListOf(() => QuotaUse, { max: monthlyLimits.length }) uses!: QuotaUse[];
}

/** Use of an account without a limit on it. */
export class NotedUse extends QuotaUse {
  /** Id of the account. */
  @IsUUID() account!: string;
}

/** Use that is counted without a question. */
export class QuotaNotes {
  /** Of any accounts. */
  @ArrayMaxSize(QUOTA_USES_MAX) @ListOf(() => NotedUse, { max: QUOTA_USES_MAX }) uses!: NotedUse[];
}

/** What an account may use, and has used, in this zone. */
export class AccountLimitsStatus {
  /** Each limit of the account that holds in this zone, and all monthly use that was counted. */
  limits!: readonly {
    /** Name of the limit, as in the record of the account. */
    readonly name: string;
    /** The limit; null without one. */
    readonly limit: number | null;
    /** Use in this month; null for limits that are no use of a month. */
    readonly used: number | null;
    /** When the use is 0 again, UTC with offset; null for limits that are no use of a month. */
    readonly resets_at: string | null;
  }[];
}
