import { operation } from '../../core/operation';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';
import { READ_DEADLINE_MS } from '../policies';
import { KnowledgeBoxPermissions } from './permission.dto';

/** Returns what the caller itself may do with the box. Owners of the account manage it without reading its content. */
export const getPermissions = operation({
  name: 'kb.permission.get',
  summary: 'Get the permissions of the caller on a knowledge box',
  http: { method: 'GET', path: '/api/v1/account/{account}/kb/{kbid}/permissions', host: 'zone', success: 200 },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  answer: KnowledgeBoxPermissions,
  deadlineMs: READ_DEADLINE_MS,
});
