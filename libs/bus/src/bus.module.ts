import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BusServer } from './bus-server';
import { ProcessBus } from './bus-use';

const REMAINING_MS = Symbol('remainingMs');

/**
 * Gives every module that declares what it calls (`busFor`) its `Bus`. Calls are taken once every module is
 * initialised, before any other bootstraps; they are drained after every `onModuleDestroy` and before any
 * `onApplicationShutdown`.
 */
@Global()
@Module({})
export class BusModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly server: BusServer,
    @Inject(REMAINING_MS) private readonly remainingMs: () => number,
  ) {}

  /**
   * @param server the strategy that the application was made with or connected to
   * @param remainingMs how long running calls may still go on, asked when the process stops
   */
  static of(server: BusServer, remainingMs: () => number): DynamicModule {
    return {
      module: BusModule,
      providers: [
        { provide: BusServer, useValue: server },
        { provide: ProcessBus, useValue: server.bus },
        { provide: REMAINING_MS, useValue: remainingMs },
      ],
      exports: [ProcessBus],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.serve();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.server.bus.drain(this.remainingMs());
  }
}
