import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getRequestRates, type RequestRatesStatus } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { RequestRates } from './request-rates';

@Controller()
export class RateHandlers {
  constructor(private readonly rates: RequestRates) {}

  @Handles(getRequestRates)
  async status({ params, principal }: Request<typeof getRequestRates>): Promise<RequestRatesStatus> {
    return { rates: this.rates.status(principal, params.account) };
  }
}
