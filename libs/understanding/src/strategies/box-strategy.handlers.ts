import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { readBoxStrategies, storeBoxStrategy } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { BoxStrategyStore } from './box-strategy-store';

@Controller()
export class BoxStrategyHandlers {
  constructor(private readonly strategies: BoxStrategyStore) {}

  @Handles(readBoxStrategies)
  read({ body }: Request<typeof readBoxStrategies>) {
    return this.strategies.read(body);
  }

  @Handles(storeBoxStrategy)
  store({ body }: Request<typeof storeBoxStrategy>) {
    return this.strategies.store(body, body.strategy);
  }
}
