import { PurgedAccount } from '../../accounts/zone/zone.dto';
import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
import { FormerAccount, FormerMembers } from './former-account.dto';

/** Takes the roles on all knowledge boxes of the account from users who left it. For the accounts host. */
export const removeFormerMembersOfAccount = operation({
  ...betweenHosts('kb.former-account.remove-members', 'zone'),
  summary: 'Take the roles of former members of an account from them',
  body: FormerMembers,
  deadlineMs: 10_000,
});

/**
 * Deletes NUA clients of the account, and some of its knowledge boxes and agents with their keys; the answer says how
 * many are left for the next question. With the last of them everything else goes: limits and uses, backups, models,
 * pushes, datasets. For the accounts host, once the account is gone.
 */
export const purgeFormerAccount = operation({
  ...betweenHosts('kb.former-account.purge', 'zone'),
  summary: 'Delete what a zone holds for an account that is gone',
  body: FormerAccount,
  answer: PurgedAccount,
  deadlineMs: 30_000,
});
