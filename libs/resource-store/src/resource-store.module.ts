import { SecretsModule } from '@lectern/secrets';
import { Module, type Provider } from '@nestjs/common';
import { folders, knowledgeBoxDatabase } from './knowledge-box.database';

const repositories = folders.flatMap<Provider>(({ providers }) => providers);

/** Reads and writes the rows of the schema `knowledge_box`. */
@Module({ imports: [knowledgeBoxDatabase, SecretsModule], providers: repositories, exports: repositories })
export class ResourceStoreModule {}
