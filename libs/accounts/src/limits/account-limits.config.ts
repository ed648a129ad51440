import { configSlice, integer, list, text } from '@lectern/config';

export const accountLimitsSlice = configSlice('account limits', {
  ACCOUNT_LIMITS: list({
    doc:
      'limits of types of accounts, comma-separated, each as type.limit=number, with * for all types, such as ' +
      '*.max_users=50,stash-trial.max_kbs=5: max_kbs, max_memories, max_agents, max_users, max_trial_days, and ' +
      'those of months, storage and uploads (docs/guides/limits.md); a type without a limit is unlimited',
    fallback: '',
  }),
  NEW_ACCOUNT_TYPE: text({ doc: 'type of accounts that users create', fallback: 'stash-trial' }),
  ACCOUNTS_PER_USER_MAX: integer({
    doc: 'accounts that one user may own and still create another; 0: only ROOT users create accounts',
    min: 0,
    max: 10_000,
    fallback: 20,
  }),
});
