import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { readBoxStrategies, storeBoxStrategy } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { BoxStrategies } from './box-strategies';

@Controller()
export class BoxStrategyHandlers {
  constructor(private readonly strategies: BoxStrategies) {}

  @Handles(readBoxStrategies)
  read({ body }: Request<typeof readBoxStrategies>) {
    return this.strategies.read(body);
  }

  @Handles(storeBoxStrategy)
  store({ body }: Request<typeof storeBoxStrategy>) {
    return this.strategies.store(body, body.strategy);
  }
}
