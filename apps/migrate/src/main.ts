import { accountsSchema } from '@lectern/accounts';
import { migrateAndExit } from '@lectern/database';
import { upgradeIndexesAndExit } from '@lectern/indexing';
import { knowledgeBoxSchema } from '@lectern/knowledge-box-rows';

void migrateAndExit([accountsSchema, knowledgeBoxSchema]).then(upgradeIndexesAndExit);
