import { invalidRequest } from '@lectern/contracts/core';
import type { KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';

/** Only agents have sessions. @throws AppError `invalid_request` */
export function checkAgent(mode: KnowledgeBoxMode): void {
  if (mode !== 'kb') return;
  const msg = 'Value error, this knowledge box is no retrieval agent and has no sessions; leave agent_session out';
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'agent_session'], msg }]);
}
