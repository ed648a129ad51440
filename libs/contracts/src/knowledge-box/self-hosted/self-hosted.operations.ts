import { operation, type Policy, type Refusal } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';

/** A call is refused without work. */
const DEADLINE_MS = 10_000;

const authenticated: Policy = { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'nothing' };
const manages: Policy = { credentials: ['sa', 'user', 'pat'], role: 'MANAGER', on: 'kb' };

function withoutAccounts(instead: string): Refusal {
  const message = `This endpoint is for on-premises installations without accounts; use ${instead}`;
  return { code: 'forbidden', message };
}

/** This product always has accounts: boxes are listed by account. With `SELF_HOSTED_ROLES`, those of the root user. */
export const listKnowledgeBoxes = operation({
  name: 'kb.self-hosted.list',
  summary: 'List knowledge boxes of an installation without accounts',
  http: { method: 'GET', path: '/api/v1/kbs', host: 'zone', success: 200 },
  policy: authenticated,
  refuses: withoutAccounts('GET /api/v1/account/{account}/kbs'),
  deadlineMs: DEADLINE_MS,
});

/** This product always has accounts: boxes are created in an account. With `SELF_HOSTED_ROLES`, in the root account. */
export const createKnowledgeBox = operation({
  name: 'kb.self-hosted.create',
  summary: 'Create a knowledge box in an installation without accounts',
  http: { method: 'POST', path: '/api/v1/kbs', host: 'zone', success: 201 },
  policy: authenticated,
  refuses: withoutAccounts('POST /api/v1/account/{account}/kbs'),
  deadlineMs: DEADLINE_MS,
});

/** This product always has accounts: a box is created in an account, and the file is imported into it. */
export const importNewKnowledgeBox = operation({
  name: 'kb.self-hosted.import',
  summary: 'Import a file into a new knowledge box of an installation without accounts',
  http: { method: 'POST', path: '/api/v1/kbs/import', host: 'zone', success: 200 },
  policy: authenticated,
  refuses: withoutAccounts('POST /api/v1/account/{account}/kbs, then POST /api/v1/kb/{kbid}/import'),
  deadlineMs: DEADLINE_MS,
});

/** This product always has accounts: boxes are modified in their account. With `SELF_HOSTED_ROLES`, here, too. */
export const modifyKnowledgeBox = operation({
  name: 'kb.self-hosted.modify',
  summary: 'Modify a knowledge box of an installation without accounts',
  http: { method: 'PATCH', path: '/api/v1/kb/{kbid}', host: 'zone', success: 200 },
  policy: manages,
  params: KnowledgeBoxTarget,
  refuses: withoutAccounts('PATCH /api/v1/account/{account}/kb/{kbid}'),
  deadlineMs: DEADLINE_MS,
});

/** This product always has accounts: boxes are deleted in their account. With `SELF_HOSTED_ROLES`, here, too. */
export const deleteKnowledgeBox = operation({
  name: 'kb.self-hosted.delete',
  summary: 'Delete a knowledge box of an installation without accounts',
  http: { method: 'DELETE', path: '/api/v1/kb/{kbid}', host: 'zone', success: 200 },
  policy: manages,
  params: KnowledgeBoxTarget,
  refuses: withoutAccounts('DELETE /api/v1/account/{account}/kb/{kbid}'),
  deadlineMs: DEADLINE_MS,
});
