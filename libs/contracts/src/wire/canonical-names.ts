/**
 * Names on the wire that a deployment may let clients spell otherwise. Everything in Lectern uses these; other
 * spellings exist only at the edge and only where they are configured.
 */
export const canonicalHeaders = [
  'authorization',
  'x-svc-serviceaccount',
  'x-svc-nuakey',
  'x-kbdb-user',
  'x-kbdb-client',
  'x-kbdb-roles',
  'x-kbdb-security-groups',
  'x-svc-user',
  'x-svc-account',
  'x-svc-account-type',
  'x-svc-kbid',
  'x-svc-validation',
  'x-svc-trace-id',
  'svc-learning-id',
  'svc-learning-model',
  'svc-learning-trace-id',
  'svc-learning-chat-history',
  'kbdb-resource',
  'kbdb-field',
  'kbdb-seq',
  'x-svc-file-token',
  'x-svc-processing-id',
] as const;
/** A header that may be spelt differently. */
export type CanonicalHeader = (typeof canonicalHeaders)[number];

/** Members of JSON objects, at any depth of requests and answers. */
export const canonicalMembers = [
  'svc_tokens',
  'svc_tokens_billed',
  'input_svc_tokens',
  'output_svc_tokens',
  'input_svc',
  'output_svc',
  'kbdb',
  'kbdb_token',
  'llm_guard',
  'cloud_account_id',
  'role_ref',
] as const;
/** A member of JSON objects that may be spelt differently. */
export type CanonicalMember = (typeof canonicalMembers)[number];

/** Values, with the members in which they are translated; elsewhere the same text is data of the caller. */
export const canonicalValues = {
  SVC: ['author'],
  kbdb: ['provider', 'source', 'kb_source', 'type'],
  'llm-guard': ['task', 'name', 'task_name'],
  llm_guard: ['task', 'name', 'operation', 'type'],
  'application/svc-link': ['icon', 'content_type', 'mime_type', 'mimetype'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** A value that may be spelt differently. */
export type CanonicalValue = keyof typeof canonicalValues;
