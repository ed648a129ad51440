import { ConfigError } from '@lectern/config';
import { type AccountType, accountTypes, type AccountTypeLimits, type UsageLimits } from '@lectern/contracts/accounts';

/** Limits that can be set: all of these are enforced. */
export const settableLimits = ['max_kbs', 'max_memories', 'max_agents', 'max_users', 'max_trial_days'] as const;

/** Name of a limit that can be set. */
export type LimitName = (typeof settableLimits)[number];

/** Those of one type; absent ones do not exist. */
export type SetLimits = Readonly<Partial<Record<LimitName, number>>>;

const UNLIMITED = -1;
/** For limits that clients compare with, where -1 would refuse everything. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const ENTRY = /^([a-z0-9-]+|\*)\.([a-z_]+)=(\d{1,15})$/;

/** Use is counted and not limited. */
const withoutLimit: UsageLimits = {
  monthly_limit_paragraphs_processed: NO_LIMIT,
  monthly_limit_docs_no_media_processed: NO_LIMIT,
  monthly_limit_media_seconds_processed: NO_LIMIT,
  monthly_limit_paragraphs_stored: NO_LIMIT,
  monthly_limit_hosted_searches_performed: NO_LIMIT,
  monthly_limit_hosted_answers_generated: NO_LIMIT,
  monthly_limit_self_hosted_searches_performed: NO_LIMIT,
  monthly_limit_self_hosted_answers_generated: NO_LIMIT,
  storage_limit_max_bytes_per_kb: NO_LIMIT,
  storage_limit_max_resources_per_kb: NO_LIMIT,
  monthly_limit_non_media_files_processed: NO_LIMIT,
  monthly_limit_chars_processed: NO_LIMIT,
};

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

  /** A limit of the type itself replaces one of all types. */
  set(type: AccountType): SetLimits {
    return { ...this.byType.get('*'), ...this.byType.get(type) };
  }

  /** All of them, with the numbers that clients take for none. */
  shown(type: AccountType): AccountTypeLimits {
    const set = this.set(type);
    return {
      max_kbs: set.max_kbs ?? UNLIMITED,
      max_memories: set.max_memories ?? UNLIMITED,
      max_agents: set.max_agents ?? UNLIMITED,
      max_users: set.max_users ?? null,
      max_dedicated_processors: 0,
      max_trial_days: set.max_trial_days ?? null,
      upload: { upload_limit_max_media_file_size: NO_LIMIT, upload_limit_max_non_media_file_size: NO_LIMIT },
      usage: withoutLimit,
    };
  }

  /** By type. */
  all(): Readonly<Record<string, AccountTypeLimits>> {
    return Object.fromEntries(accountTypes.map((type) => [type, this.shown(type)]));
  }
}

function limitProblem(type: string, name: string): string | undefined {
  if (type === '' || name === '') return 'which is not type.limit=number';
  if (type !== '*' && !accountTypes.some((one) => one === type)) return `but no type of accounts is ${type}`;
  if (settableLimits.some((one) => one === name)) return undefined;
  return `but ${name} cannot be limited; one of ${settableLimits.join(', ')} can`;
}
