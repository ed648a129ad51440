import { operation } from '../../core/operation';
import { resourcePaths, ResourceTarget } from '../params';
import { readsKnowledgeBox } from '../policies';

/** Data-augmentation agents do not exist in this version, so none can be run on a resource. */
export const runAgentsOnResource = operation({
  name: 'kb.resource.run-agents',
  summary: 'Run data-augmentation agents on a resource',
  http: { method: 'POST', path: resourcePaths('/run-agents'), host: 'zone', success: 200 },
  policy: { ...readsKnowledgeBox, credentials: ['sa', 'user', 'pat'] },
  params: ResourceTarget,
  refuses: { code: 'not_found', message: 'This version has no data-augmentation agents to run on resources' },
  deadlineMs: 10_000,
});
