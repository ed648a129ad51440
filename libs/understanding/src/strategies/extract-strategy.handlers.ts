import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addExtractStrategy,
  disableExtractStrategy,
  getExtractStrategy,
  listExtractStrategies,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { strategyBox } from './strategy-box';
import { StrategyService } from './strategy.service';

@Controller()
export class ExtractStrategyHandlers {
  constructor(private readonly strategies: StrategyService) {}

  @Handles(listExtractStrategies)
  list({ params, principal }: Request<typeof listExtractStrategies>) {
    return this.strategies.list('extract', strategyBox(params, principal));
  }

  @Handles(addExtractStrategy)
  add({ params, body, principal }: Request<typeof addExtractStrategy>) {
    return this.strategies.add('extract', strategyBox(params, principal), body);
  }

  @Handles(getExtractStrategy)
  get({ params, principal }: Request<typeof getExtractStrategy>) {
    return this.strategies.get('extract', strategyBox(params, principal), params.strategy_id);
  }

  @Handles(disableExtractStrategy)
  disable({ params, principal }: Request<typeof disableExtractStrategy>) {
    return this.strategies.disable('extract', strategyBox(params, principal), params.strategy_id);
  }
}
