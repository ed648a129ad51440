import { accountsSchema } from '@lectern/accounts';
import { migrateAndExit } from '@lectern/database';
import { upgradeIndexesAndExit } from '@lectern/indexing';
import { knowledgeBoxSchema } from '@lectern/knowledge-box-rows';
import { searchSchema } from '@lectern/search';

void migrateAndExit([accountsSchema, knowledgeBoxSchema, searchSchema]).then(upgradeIndexesAndExit);
