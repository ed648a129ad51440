import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addKnowledgeBoxSplitStrategy,
  addSplitStrategy,
  disableKnowledgeBoxSplitStrategy,
  disableSplitStrategy,
  getKnowledgeBoxSplitStrategy,
  getSplitStrategy,
  listKnowledgeBoxSplitStrategies,
  listSplitStrategies,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { boxHere, boxNamed } from './strategy-box';
import { StrategyService } from './strategy.service';

@Controller()
export class SplitStrategyHandlers {
  constructor(private readonly strategies: StrategyService) {}

  @Handles(listSplitStrategies)
  list({ params, principal }: Request<typeof listSplitStrategies>) {
    return this.strategies.list('split', boxNamed(params, principal));
  }

  @Handles(addSplitStrategy)
  add({ params, body, principal }: Request<typeof addSplitStrategy>) {
    return this.strategies.add('split', boxNamed(params, principal), body);
  }

  @Handles(getSplitStrategy)
  get({ params, principal }: Request<typeof getSplitStrategy>) {
    return this.strategies.get('split', boxNamed(params, principal), params.strategy_id);
  }

  @Handles(disableSplitStrategy)
  disable({ params, principal }: Request<typeof disableSplitStrategy>) {
    return this.strategies.disable('split', boxNamed(params, principal), params.strategy_id);
  }

  @Handles(listKnowledgeBoxSplitStrategies)
  listForBox({ params, principal }: Request<typeof listKnowledgeBoxSplitStrategies>) {
    return this.strategies.list('split', boxHere(params, principal));
  }

  @Handles(addKnowledgeBoxSplitStrategy)
  addForBox({ params, body, principal }: Request<typeof addKnowledgeBoxSplitStrategy>) {
    return this.strategies.add('split', boxHere(params, principal), body);
  }

  @Handles(getKnowledgeBoxSplitStrategy)
  getForBox({ params, principal }: Request<typeof getKnowledgeBoxSplitStrategy>) {
    return this.strategies.get('split', boxHere(params, principal), params.strategy_id);
  }

  @Handles(disableKnowledgeBoxSplitStrategy)
  disableForBox({ params, principal }: Request<typeof disableKnowledgeBoxSplitStrategy>) {
    return this.strategies.disable('split', boxHere(params, principal), params.strategy_id);
  }
}
