import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addExtractStrategy,
  addKnowledgeBoxExtractStrategy,
  disableExtractStrategy,
  disableKnowledgeBoxExtractStrategy,
  getExtractStrategy,
  getKnowledgeBoxExtractStrategy,
  listExtractStrategies,
  listKnowledgeBoxExtractStrategies,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { boxHere, boxNamed } from './strategy-box';
import { StrategyService } from './strategy.service';

@Controller()
export class ExtractStrategyHandlers {
  constructor(private readonly strategies: StrategyService) {}

  @Handles(listExtractStrategies)
  list({ params, principal }: Request<typeof listExtractStrategies>) {
    return this.strategies.list('extract', boxNamed(params, principal));
  }

  @Handles(addExtractStrategy)
  add({ params, body, principal }: Request<typeof addExtractStrategy>) {
    return this.strategies.add('extract', boxNamed(params, principal), body);
  }

  @Handles(getExtractStrategy)
  get({ params, principal }: Request<typeof getExtractStrategy>) {
    return this.strategies.get('extract', boxNamed(params, principal), params.strategy_id);
  }

  @Handles(disableExtractStrategy)
  disable({ params, principal }: Request<typeof disableExtractStrategy>) {
    return this.strategies.disable('extract', boxNamed(params, principal), params.strategy_id);
  }

  @Handles(listKnowledgeBoxExtractStrategies)
  listForBox({ params, principal }: Request<typeof listKnowledgeBoxExtractStrategies>) {
    return this.strategies.list('extract', boxHere(params, principal));
  }

  @Handles(addKnowledgeBoxExtractStrategy)
  addForBox({ params, body, principal }: Request<typeof addKnowledgeBoxExtractStrategy>) {
    return this.strategies.add('extract', boxHere(params, principal), body);
  }

  @Handles(getKnowledgeBoxExtractStrategy)
  getForBox({ params, principal }: Request<typeof getKnowledgeBoxExtractStrategy>) {
    return this.strategies.get('extract', boxHere(params, principal), params.strategy_id);
  }

  @Handles(disableKnowledgeBoxExtractStrategy)
  disableForBox({ params, principal }: Request<typeof disableKnowledgeBoxExtractStrategy>) {
    return this.strategies.disable('extract', boxHere(params, principal), params.strategy_id);
  }
}
