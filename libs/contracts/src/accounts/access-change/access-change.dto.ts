import { IsInt, IsOptional, Min } from 'class-validator';
import type { Integer } from '../../core/integer';

/** Access changes that a zone has already received. */
export class AccessChangeQuery {
  /** `until` of the answer before; absent: changes of the last seconds. */
  @IsOptional() @IsInt() @Min(0) after?: Integer;
}

/** A change of data that caches of credentials and memberships hold; each names one object. */
export class AccessChange {
  /** Id of an account. */
  account?: string;
  /** Id of a user. */
  user?: string;
  /** Id of a token or session. */
  key?: string;
}

/** Changes on the accounts host, oldest first. */
export class AccessChangeList {
  /** Some may be those of the answer before. */
  changes!: readonly AccessChange[];
  /** Whether these are all since then; otherwise anything may have changed. */
  is_complete!: boolean;
  /** Time of the answer on the accounts host, in ms since the epoch. */
  until!: Integer;
}
