import { indexFolder, type IndexRole } from '@lectern/lance';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { KeywordIndex } from './keyword-index';

/** Gives `KeywordIndex` to the module that imports it. One process of a deployment is the writer. */
@Module({})
export class KeywordIndexModule implements OnApplicationShutdown {
  constructor(@Inject(KeywordIndex) private readonly index: KeywordIndex) {}

  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const warn = (message: string) => new Logger(KeywordIndexModule.name).warn(message);
    const useFactory = () => new EmbeddedKeywordIndex({ ...indexFolder('keywords'), role, warn });
    return { module: KeywordIndexModule, providers: [{ provide: KeywordIndex, useFactory }], exports: [KeywordIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}
