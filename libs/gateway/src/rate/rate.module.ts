import { busFor } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { type AnyOperation, requestsCounted } from '@lectern/contracts/core';
import { getRequestRates } from '@lectern/contracts/knowledge-box';
import { Metrics } from '@lectern/runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { rateSlice } from './rate.config';
import { RateHandlers } from './rate.handlers';
import { RequestRates } from './request-rates';
import { SharedRates } from './shared-rates';

type Environment = Readonly<Record<string, string | undefined>>;

/** Limits of requests per minute, shared between instances of the gateway. */
@Module({})
export class RateModule {
  /** @param operations of the gateway: their status is one of them, unless it serves others */
  static of(operations: readonly AnyOperation[], environment: Environment): DynamicModule {
    const rates = {
      provide: RequestRates,
      inject: [Metrics],
      useFactory: (metrics: Metrics) => {
        const refusals = metrics.counter({
          name: 'request_rate_refusals_total',
          help: 'Requests answered 429 since a credential, box, account or route had made too many',
          labels: ['rate'],
        });
        return new RequestRates(readConfig(rateSlice, environment), (rate) => refusals.inc({ rate }));
      },
    };
    return {
      module: RateModule,
      global: true,
      controllers: [...(operations.includes(getRequestRates) ? [RateHandlers] : []), SharedRates],
      providers: [busFor({ publishes: [requestsCounted] }), rates],
      exports: [RequestRates],
    };
  }
}
