import { busFor } from '@lectern/bus';
import type { AnyOperation, TargetResolvers } from '@lectern/contracts/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { TARGET_RESOLVERS, TargetResolution } from './target-resolution';

/** Targets of policies that other services own. */
@Module({})
export class TargetResolutionModule {
  /** Global, so that the modules above need not know who is asked. */
  static of(resolvers: TargetResolvers): DynamicModule {
    const calls: readonly AnyOperation[] = Object.values(resolvers);
    return {
      module: TargetResolutionModule,
      global: true,
      providers: [busFor({ calls }), { provide: TARGET_RESOLVERS, useValue: resolvers }, TargetResolution],
      exports: [TargetResolution],
    };
  }
}
