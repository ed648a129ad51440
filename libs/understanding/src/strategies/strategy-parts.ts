import { StrategyRepository } from '@lectern/understanding-rows';
import { BoxStrategyStore } from './box-strategy-store';
import { BoxStrategyHandlers } from './box-strategy.handlers';
import { ExtractStrategyHandlers } from './extract-strategy.handlers';
import { FieldStrategies } from './field-strategies';
import { FollowedStrategies } from './followed-strategies';
import { SplitStrategyHandlers } from './split-strategy.handlers';
import { StrategyModels } from './strategy-models';
import { StrategyRows } from './strategy-rows';
import { StrategyService } from './strategy.service';

export const strategyParts = {
  controllers: [BoxStrategyHandlers, ExtractStrategyHandlers, SplitStrategyHandlers],
  providers: [
    BoxStrategyStore,
    FieldStrategies,
    FollowedStrategies,
    StrategyModels,
    StrategyRepository,
    StrategyRows,
    StrategyService,
  ],
};
