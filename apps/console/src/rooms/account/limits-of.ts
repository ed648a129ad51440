import type { AccountRecord } from '@lectern/contracts/accounts';

const usageNames = [
  'monthly_limit_paragraphs_processed',
  'monthly_limit_docs_no_media_processed',
  'monthly_limit_media_seconds_processed',
  'monthly_limit_paragraphs_stored',
  'monthly_limit_hosted_searches_performed',
  'monthly_limit_hosted_answers_generated',
  'monthly_limit_self_hosted_searches_performed',
  'monthly_limit_self_hosted_answers_generated',
  'storage_limit_max_bytes_per_kb',
  'storage_limit_max_resources_per_kb',
  'monthly_limit_non_media_files_processed',
  'monthly_limit_chars_processed',
] as const;
const uploadNames = ['upload_limit_max_media_file_size', 'upload_limit_max_non_media_file_size'] as const;

/** A limit of an account. */
export interface Limit {
  readonly name: 'users' | 'boxes' | 'agents' | 'memories' | (typeof usageNames)[number] | (typeof uploadNames)[number];
  readonly used?: number;
  /** Null without a limit. */
  readonly max: number | null;
  readonly isBytes: boolean;
}

/** Limits on people, boxes and agents, and those of the others that there are. */
export function limitsOf(account: AccountRecord): readonly Limit[] {
  const { upload, usage } = account.limits;
  const held = [
    { name: 'users', used: account.current_users, max: limitOf(account.max_users), isBytes: false },
    { name: 'boxes', used: account.current_kbs, max: limitOf(account.max_kbs), isBytes: false },
    { name: 'agents', used: account.current_agents, max: limitOf(account.max_agents), isBytes: false },
    { name: 'memories', used: account.current_memories, max: limitOf(account.max_memories), isBytes: false },
  ] as const;
  const uploads = uploadNames.map((name) => ({ name, max: limitOf(upload[name]), isBytes: true }));
  const uses = usageNames.map((name) => ({ name, max: limitOf(usage[name]), isBytes: name.includes('_bytes_') }));
  return [...held, ...[...uploads, ...uses].filter(({ max }) => max !== null)];
}

/** Without a limit the wire has -1, null or the largest integer; older accounts hosts omit some. */
function limitOf(wire: number | null | undefined): number | null {
  return wire == null || wire < 0 || wire >= Number.MAX_SAFE_INTEGER ? null : wire;
}
