import { accountsOperations, gatewayOperations } from './accounts/operations';
import type { AnyOperation } from './core/operation';
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
