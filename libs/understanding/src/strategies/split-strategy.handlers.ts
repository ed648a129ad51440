import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addSplitStrategy,
  disableSplitStrategy,
  getSplitStrategy,
  listSplitStrategies,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { strategyBox } from './strategy-box';
import { StrategyService } from './strategy.service';

@Controller()
export class SplitStrategyHandlers {
  constructor(private readonly strategies: StrategyService) {}

  @Handles(listSplitStrategies)
  list({ params, principal }: Request<typeof listSplitStrategies>) {
    return this.strategies.list('split', strategyBox(params, principal));
  }

  @Handles(addSplitStrategy)
  add({ params, body, principal }: Request<typeof addSplitStrategy>) {
    return this.strategies.add('split', strategyBox(params, principal), body);
  }

  @Handles(getSplitStrategy)
  get({ params, principal }: Request<typeof getSplitStrategy>) {
    return this.strategies.get('split', strategyBox(params, principal), params.strategy_id);
  }

  @Handles(disableSplitStrategy)
  disable({ params, principal }: Request<typeof disableSplitStrategy>) {
    return this.strategies.disable('split', strategyBox(params, principal), params.strategy_id);
  }
}
