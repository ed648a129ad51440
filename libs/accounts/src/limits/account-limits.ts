import { ConfigError } from '@lectern/config';
import {
  type AccountLimitName,
  accountLimitNames,
  type AccountType,
  accountTypes,
  type AccountTypeLimits,
  monthlyLimits,
  type UsageLimits,
} from '@lectern/contracts/accounts';

/** Those of one type or account; absent ones do not exist. */
export type SetLimits = Readonly<Partial<Record<AccountLimitName, number>>>;

const UNLIMITED = -1;
/** For limits that clients compare with, where -1 would refuse everything. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const ENTRY = /^([a-z0-9-]+|\*)\.([a-z_]+)=(\d{1,15})$/;

/** Limits of all types of accounts, as a deployment has set them. */
export class AccountLimits {
  private constructor(private readonly byType: ReadonlyMap<string, SetLimits>) {}

  /** @throws ConfigError for an entry that is no limit of a type */
  static of(entries: readonly string[]): AccountLimits {
    const byType = new Map<string, Record<string, number>>();
    const problems: string[] = [];
    for (const entry of entries) {
      const [, type = '', name = '', number = ''] = ENTRY.exec(entry) ?? [];
      const problem = limitProblem(type, name);
      if (problem === undefined) byType.set(type, { ...byType.get(type), [name]: Number(number) });
      else problems.push(`ACCOUNT_LIMITS has ${entry}, ${problem}`);
    }
    if (problems.length > 0) throw new ConfigError(problems);
    return new AccountLimits(byType);
  }

  /** A limit of the account replaces one of its type, and this one of all types. */
  set(type: AccountType, own: SetLimits = {}): SetLimits {
    return { ...this.byType.get('*'), ...this.byType.get(type), ...own };
  }

  /** All of them, with the numbers that clients take for none. */
  shown(type: AccountType, own?: SetLimits): AccountTypeLimits {
    const set = this.set(type, own);
    return {
      max_kbs: set.max_kbs ?? UNLIMITED,
      max_memories: set.max_memories ?? UNLIMITED,
      max_agents: set.max_agents ?? UNLIMITED,
      max_users: set.max_users ?? null,
      max_dedicated_processors: 0,
      max_trial_days: set.max_trial_days ?? null,
      upload: {
        upload_limit_max_media_file_size: set.upload_limit_max_media_file_size ?? NO_LIMIT,
        upload_limit_max_non_media_file_size: set.upload_limit_max_non_media_file_size ?? NO_LIMIT,
      },
      usage: usageLimits(set),
    };
  }

  /** By type. */
  all(): Readonly<Record<string, AccountTypeLimits>> {
    return Object.fromEntries(accountTypes.map((type) => [type, this.shown(type)]));
  }
}

function usageLimits(set: SetLimits): UsageLimits {
  const names = [...monthlyLimits, 'storage_limit_max_bytes_per_kb', 'storage_limit_max_resources_per_kb'] as const;
  // The names are those of the type.
  return Object.fromEntries(names.map((name) => [name, set[name] ?? NO_LIMIT])) as unknown as UsageLimits;
}

function limitProblem(type: string, name: string): string | undefined {
  if (type === '' || name === '') return 'which is not type.limit=number';
  if (type !== '*' && !accountTypes.some((one) => one === type)) return `but no type of accounts is ${type}`;
  if (accountLimitNames.some((one) => one === name)) return undefined;
  return `but ${name} cannot be limited; one of ${accountLimitNames.join(', ')} can`;
}
