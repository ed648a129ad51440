import { StrategyRepository } from '@lectern/understanding-rows';
import { ExtractStrategyHandlers } from './extract-strategy.handlers';
import { FieldStrategies } from './field-strategies';
import { FollowedStrategies } from './followed-strategies';
import { SplitStrategyHandlers } from './split-strategy.handlers';
import { StrategyModels } from './strategy-models';
import { StrategyRows } from './strategy-rows';
import { StrategyService } from './strategy.service';

export const strategyParts = {
  controllers: [ExtractStrategyHandlers, SplitStrategyHandlers],
  providers: [FieldStrategies, FollowedStrategies, StrategyModels, StrategyRepository, StrategyRows, StrategyService],
};
