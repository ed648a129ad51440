import { openAgentSocket } from './agents/agent-socket/agent-socket.operations';
import { openAgenticAskSocket } from './agents/agentic-ask/agentic-ask.operations';
import { agentsOperations } from './agents/operations';
import { accountsOperations, gatewayOperations } from './accounts/operations';
import type { AnyOperation } from './core/operation';
import type { AnySocket } from './core/socket';
import type { TargetResolvers } from './core/target-access';
import { resolveAgentAccess } from './knowledge-box/agent/agent.operations';
import { knowledgeBoxOperations } from './knowledge-box/operations';
import { searchConfigurationOperations, searchOperations } from './search/operations';
import { understandingOperations } from './understanding/operations';

/** Every operation of every service. */
export const allOperations: readonly AnyOperation[] = [
  ...accountsOperations,
  ...gatewayOperations,
  ...knowledgeBoxOperations,
  ...searchConfigurationOperations,
  ...searchOperations,
  ...understandingOperations,
  ...agentsOperations,
];

/** Every socket. */
export const allSockets: readonly AnySocket[] = [openAgentSocket, openAgenticAskSocket];

/** Operations that say who may do what with targets that are neither a knowledge box nor an account. */
export const targetResolvers: TargetResolvers = { agent: resolveAgentAccess };
