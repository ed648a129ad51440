import { ArrayMaxSize, IsIn, IsNumber, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { monthlyLimits } from '../../accounts/account/account.dto';
import { ListOf } from '../../validation/decorators';

/** Most use of one kind in one call. */
const AMOUNT_MAX = 1e15;
/** Uses in one call. */
export const QUOTA_USES_MAX = 1_000;

/** Limit of tokens of a NUA client, in its record; the others are those of its account. */
export const TOKENS_LIMIT = 'tokens_limit';
/** Limits with a counter for each month. */
const countedLimits = [...monthlyLimits, TOKENS_LIMIT] as const;
/** A limit with a counter for each month. */
export type CountedLimit = (typeof countedLimits)[number];
const CLIENT_CHARS_MAX = 200;

/** Names an account by its id. */
export class QuotaQuery {
  /** Id of the account. */
  @IsUUID() account!: string;
  /** Client id of a NUA client of the account, whose `tokens_limit` holds, too. */
  @IsOptional() @IsString() @MaxLength(CLIENT_CHARS_MAX) nuaClient?: string;
}

/** Limits of an account, as the zone knows them. */
export class AccountQuota {
  /** By name; an absent one does not exist. */
  limits!: Readonly<Record<string, number>>;
}

/** Use of one kind. */
export class QuotaUse {
  /** Limit that it counts for; `tokens_limit` needs a NUA client. */
  @IsIn(countedLimits) name!: CountedLimit;
  /** How much: a count, seconds, characters or tokens. With 0, only whether something is left. */
  @IsNumber({ allowInfinity: false, allowNaN: false }) @Min(0) @Max(AMOUNT_MAX) amount!: number;
  /** With the mode `available`: less than this is refused. */
  @IsOptional()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @Min(0)
  @Max(AMOUNT_MAX)
  least?: number;
}

/** Use that is taken from what an account has left in this month. */
export class QuotaTake extends QuotaQuery {
  /** All of them are taken, or none; each name once. */
  @ListOf(() => QuotaUse, { max: countedLimits.length }) uses!: QuotaUse[];
  /**
   * `whole`: what does not fit is refused and takes nothing. `available`: takes as much as is left of each, at least
   * its `least`. `spent`: work that was done already takes what is left, and is refused when that is not enough.
   * `asked`: takes nothing, and is refused where `whole` would be now.
   */
  @IsIn(['whole', 'available', 'spent', 'asked']) mode!: 'whole' | 'available' | 'spent' | 'asked';
}

/** Use that was taken. */
export class QuotaTaken {
  /** First day of the month that it counts for, such as `2026-11-01`. */
  month!: string;
  /** As asked; with the mode `available` as much as there was. */
  uses!: readonly QuotaUse[];
}

/** Use that was taken and did not happen. */
export class QuotaReturn extends QuotaQuery {
  /** First day of the month that it was taken from. */
  @IsString() month!: string;
  /** As taken. */
  @ListOf(() => QuotaUse, { max: countedLimits.length }) uses!: QuotaUse[];
}

/** Use of an account without a limit on it. */
export class NotedUse extends QuotaUse {
  /** Id of the account. */
  @IsUUID() account!: string;
  /** Client id of the NUA client whose tokens they are. */
  @IsOptional() @IsString() @MaxLength(CLIENT_CHARS_MAX) nuaClient?: string;
}

/** Use that is counted without a question. */
export class QuotaNotes {
  /** Of any accounts. */
  @ArrayMaxSize(QUOTA_USES_MAX) @ListOf(() => NotedUse, { max: QUOTA_USES_MAX }) uses!: NotedUse[];
}

/** What an account may use, and has used, in this zone. */
export class AccountLimitsStatus {
  /** Each limit of the account and its NUA clients that holds in this zone, and all monthly use of the account. */
  limits!: readonly {
    /** Name of the limit, as in the record of the account or of the NUA client. */
    readonly name: string;
    /** Client id of the NUA client whose limit it is; absent for limits of the account. */
    readonly nua_client?: string;
    /** The limit; null without one. */
    readonly limit: number | null;
    /** Use in this month; null for limits that are no use of a month. */
    readonly used: number | null;
    /** When the use is 0 again, UTC with offset; null for limits that are no use of a month. */
    readonly resets_at: string | null;
  }[];
}
