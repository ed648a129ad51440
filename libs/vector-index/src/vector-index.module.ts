import { indexFolder, type IndexRole } from '@lectern/lance';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { VectorIndex } from './vector-index';

/** Gives `VectorIndex` to the module that imports it. One process of a deployment is the writer. */
@Module({})
export class VectorIndexModule implements OnApplicationShutdown {
  constructor(@Inject(VectorIndex) private readonly index: VectorIndex) {}

  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const warn = (message: string) => new Logger(VectorIndexModule.name).warn(message);
    const useFactory = () => new EmbeddedVectorIndex({ ...indexFolder('vectors'), role, warn });
    return { module: VectorIndexModule, providers: [{ provide: VectorIndex, useFactory }], exports: [VectorIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}
