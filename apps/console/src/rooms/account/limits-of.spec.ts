import type { AccountRecord } from '@lectern/contracts/accounts';
import { limitsOf } from './limits-of';

const NONE = Number.MAX_SAFE_INTEGER;

describe('limits of an account', () => {
  const usage = { monthly_limit_chars_processed: 5_000, storage_limit_max_bytes_per_kb: 10, other: NONE };
  const record = {
    current_users: 2,
    max_users: null,
    current_kbs: 1,
    max_kbs: 5,
    current_agents: 0,
    max_agents: -1,
    current_memories: 0,
    max_memories: 0,
    limits: { upload: { upload_limit_max_media_file_size: 7, upload_limit_max_non_media_file_size: NONE }, usage },
  } as unknown as AccountRecord;

  it('are those on what it holds, with or without a limit, and others only where there is one', () => {
    const filled = { ...record, limits: { ...record.limits, usage: { ...NO_USAGE, ...usage } } };
    expect(limitsOf(filled as unknown as AccountRecord)).toEqual([
      { name: 'users', used: 2, max: null, isBytes: false },
      { name: 'boxes', used: 1, max: 5, isBytes: false },
      { name: 'agents', used: 0, max: null, isBytes: false },
      { name: 'memories', used: 0, max: 0, isBytes: false },
      { name: 'upload_limit_max_media_file_size', max: 7, isBytes: true },
      { name: 'storage_limit_max_bytes_per_kb', max: 10, isBytes: true },
      { name: 'monthly_limit_chars_processed', max: 5_000, isBytes: false },
    ]);
  });
});

const NO_USAGE = {
  monthly_limit_paragraphs_processed: NONE,
  monthly_limit_docs_no_media_processed: NONE,
  monthly_limit_media_seconds_processed: NONE,
  monthly_limit_paragraphs_stored: NONE,
  monthly_limit_hosted_searches_performed: NONE,
  monthly_limit_hosted_answers_generated: NONE,
  monthly_limit_self_hosted_searches_performed: NONE,
  monthly_limit_self_hosted_answers_generated: NONE,
  storage_limit_max_resources_per_kb: NONE,
  monthly_limit_non_media_files_processed: NONE,
};
