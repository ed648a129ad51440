import { handlersOf } from '@lectern/bus';
import {
  addSplitStrategy,
  disableSplitStrategy,
  getSplitStrategy,
  listSplitStrategies,
} from '@lectern/contracts/understanding';
import { strategyBox } from './strategy-box';
import { StrategyService } from './strategy.service';

export const SplitStrategyHandlers = handlersOf(StrategyService)
  .answer(listSplitStrategies, (strategies, { params, principal }) =>
    strategies.list('split', strategyBox(params, principal)),
  )
  .answer(addSplitStrategy, (strategies, { params, body, principal }) =>
    strategies.add('split', strategyBox(params, principal), body),
  )
  .answer(getSplitStrategy, (strategies, { params, principal }) =>
    strategies.get('split', strategyBox(params, principal), params.strategy_id),
  )
  .answer(disableSplitStrategy, (strategies, { params, principal }) =>
    strategies.disable('split', strategyBox(params, principal), params.strategy_id),
  );
