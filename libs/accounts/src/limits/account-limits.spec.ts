import { accountTypes } from '@lectern/contracts/accounts';
import { AccountLimits } from './account-limits';

const NONE = Number.MAX_SAFE_INTEGER;

describe('limits of accounts', () => {
  it('do not exist where a deployment has set none', () => {
    const shown = AccountLimits.of([]).shown('stash-trial');
    expect(shown).toMatchObject({ max_kbs: -1, max_memories: -1, max_agents: -1, max_users: null });
    expect(new Set([...Object.values(shown.usage), ...Object.values(shown.upload)])).toEqual(new Set([NONE]));
    expect(AccountLimits.of([]).set('v3pro')).toEqual({});
  });

  it('are those of the type, and else those of all types', () => {
    const limits = AccountLimits.of(['*.max_users=50', 'stash-trial.max_users=3', '*.max_kbs=0']);
    expect(limits.set('stash-trial')).toEqual({ max_users: 3, max_kbs: 0 });
    expect(limits.set('v3pro')).toEqual({ max_users: 50, max_kbs: 0 });
    expect(Object.keys(limits.all()).sort()).toEqual([...accountTypes].sort());
  });

  it('of an account replace those of its type', () => {
    const limits = AccountLimits.of(['*.monthly_limit_hosted_searches_performed=100', '*.max_kbs=3']);
    const own = { monthly_limit_hosted_searches_performed: 7, storage_limit_max_bytes_per_kb: 1_000 };
    const { usage, max_kbs } = limits.shown('v3pro', own);
    expect(usage).toMatchObject(own);
    expect([max_kbs, limits.shown('v3pro').usage.monthly_limit_hosted_searches_performed]).toEqual([3, 100]);
  });

  it.each([
    ['stash-trial.max_kbs', 'which is not type.limit=number'],
    ['stash-trial.max_kbs=-1', 'which is not type.limit=number'],
    ['gold.max_kbs=1', 'but no type of accounts is gold'],
    ['*.monthly_limit_searches=1', 'but monthly_limit_searches cannot be limited'],
    ['*.constructor=1', 'but constructor cannot be limited'],
  ])('stop the start when they are wrong: %s', (entry, text) => {
    expect(() => AccountLimits.of([entry])).toThrow(text);
  });
});
