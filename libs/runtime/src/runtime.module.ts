import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Health } from './health';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { Stopping } from './stopping';

/** Gives every module the process's `Metrics`, `Readiness` and `Stopping`. */
@Global()
@Module({})
export class RuntimeModule {
  static of(metrics: Metrics, stopping: Stopping): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Stopping, useValue: stopping },
        Readiness,
        Health,
      ],
      exports: [Metrics, Readiness, Stopping],
    };
  }
}
