import { handlersOf } from '@lectern/bus';
import { awaitFinding } from '@lectern/contracts/knowledge-box';
import { ResourceFindings } from './resource-findings';

export const ResourceFindingsHandlers = handlersOf(ResourceFindings).answer(
  awaitFinding,
  (findings, { body, signal }) => findings.await(body, signal),
);
