import { IsUUID } from 'class-validator';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';

/** Users in one question. */
export const FORMER_MEMBERS_MAX = 1_000;

/** Users who left an account. */
export class FormerMembers {
  /** Id of the account, UUID. */
  @IsUUID() account!: string;
  /** Ids of the users. */
  @ListOf(text({ maxLength: 64 }), { max: FORMER_MEMBERS_MAX }) users!: readonly string[];
}

/** An account that was deleted. */
export class FormerAccount {
  /** Id of the account, UUID. */
  @IsUUID() account!: string;
}
