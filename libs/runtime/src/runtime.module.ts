import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiskRoom } from './disk/disk-room';
import { Health } from './health';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { Stopping } from './stopping';
import { Tracing } from './tracing/tracing';

/** Gives every module the process's `Metrics`, `Readiness`, `Stopping`, `DiskRoom` and `Tracing`. */
@Global()
@Module({})
export class RuntimeModule {
  static of(metrics: Metrics, stopping: Stopping, disk: DiskRoom): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Stopping, useValue: stopping },
        { provide: DiskRoom, useValue: disk },
        Readiness,
        Health,
        Tracing,
      ],
      exports: [DiskRoom, Metrics, Readiness, Stopping, Tracing],
    };
  }
}
