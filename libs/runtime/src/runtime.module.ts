import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Health } from './health';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

/** Gives every module the process's `Metrics` and `Readiness`. */
@Global()
@Module({})
export class RuntimeModule {
  static of(metrics: Metrics): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [{ provide: Metrics, useValue: metrics }, Readiness, Health],
      exports: [Metrics, Readiness],
    };
  }
}
