import { StrategyRepository } from '@lectern/understanding-rows';
import { ExtractStrategyHandlers } from './extract-strategy.handlers';
import { FieldStrategies } from './field-strategies';
import { SplitStrategyHandlers } from './split-strategy.handlers';
import { StrategyRows } from './strategy-rows';
import { StrategyService } from './strategy.service';

export const strategyParts = {
  controllers: [ExtractStrategyHandlers, SplitStrategyHandlers],
  providers: [FieldStrategies, StrategyRepository, StrategyRows, StrategyService],
};
