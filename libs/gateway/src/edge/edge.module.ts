import { type DynamicModule, Module } from '@nestjs/common';
import { Edge } from './edge';

export const CONSOLE_FOLDER = Symbol('folder of the built console');

export interface EdgeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the built console is, if anywhere. */
  readonly consoleFolder: string;
}

/** The configuration of the edge, for all features of the gateway. */
@Module({})
export class EdgeModule {
  static of({ environment, consoleFolder }: EdgeOptions): DynamicModule {
    return {
      module: EdgeModule,
      global: true,
      providers: [
        { provide: Edge, useFactory: () => Edge.fromEnvironment(environment) },
        { provide: CONSOLE_FOLDER, useValue: consoleFolder },
      ],
      exports: [Edge, CONSOLE_FOLDER],
    };
  }
}
