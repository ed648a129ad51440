import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Bus } from './bus';
import { BusServer } from './bus-server';

/** How long running calls may go on after the process was told to stop. */
export const drainTimeoutMs = 4_000;

/**
 * Gives every module the process's `Bus`. Calls are taken once every module is initialised, before any other
 * bootstraps;
 * they are drained after every `onModuleDestroy` and before any `onApplicationShutdown`.
 */
@Global()
@Module({})
export class BusModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly server: BusServer) {}

  /** @param server the strategy that the application was made with or connected to */
  static of(server: BusServer): DynamicModule {
    return {
      module: BusModule,
      providers: [
        { provide: BusServer, useValue: server },
        { provide: Bus, useValue: server.bus },
      ],
      exports: [Bus],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.serve();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.server.bus.drain(drainTimeoutMs);
  }
}
