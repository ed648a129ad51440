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
 * Gives its `Bus` to every module that declares its calls (`busFor`). The bus accepts calls once every module is
 * initialised, before any other module bootstraps. It drains them after every `onModuleDestroy` and before any
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
   * @param server the strategy that the application was created with or connected to
   * @param remainingMs how long running calls may still continue; called when the process stops
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
