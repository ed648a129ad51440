import { accountsOperations, gatewayOperations } from './accounts/operations';
import type { AnyOperation } from './core/operation';
import type { AnySocket } from './core/socket';
import { knowledgeBoxOperations } from './knowledge-box/operations';
import { searchOperations } from './search/operations';
import { understandingOperations } from './understanding/operations';

/** Every operation of every service. */
export const allOperations: readonly AnyOperation[] = [
  ...accountsOperations,
  ...gatewayOperations,
  ...knowledgeBoxOperations,
  ...searchOperations,
  ...understandingOperations,
];

/** Every socket. */
export const allSockets: readonly AnySocket[] = [];
