import { handlersOf } from '@lectern/bus';
import {
  addExtractStrategy,
  disableExtractStrategy,
  getExtractStrategy,
  listExtractStrategies,
} from '@lectern/contracts/understanding';
import { strategyBox } from './strategy-box';
import { StrategyService } from './strategy.service';

export const ExtractStrategyHandlers = handlersOf(StrategyService)
  .answer(listExtractStrategies, (strategies, { params, principal }) =>
    strategies.list('extract', strategyBox(params, principal)),
  )
  .answer(addExtractStrategy, (strategies, { params, body, principal }) =>
    strategies.add('extract', strategyBox(params, principal), body),
  )
  .answer(getExtractStrategy, (strategies, { params, principal }) =>
    strategies.get('extract', strategyBox(params, principal), params.strategy_id),
  )
  .answer(disableExtractStrategy, (strategies, { params, principal }) =>
    strategies.disable('extract', strategyBox(params, principal), params.strategy_id),
  );
