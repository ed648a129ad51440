import { handlersOf } from '@lectern/bus';
import { readBoxStrategies, storeBoxStrategy } from '@lectern/contracts/understanding';
import { BoxStrategyStore } from './box-strategy-store';

export const BoxStrategyHandlers = handlersOf(BoxStrategyStore)
  .answer(readBoxStrategies, (strategies, { body }) => strategies.read(body))
  .answer(storeBoxStrategy, (strategies, { body }) => strategies.store(body, body.strategy));
