import { accountsSchema } from '@lectern/accounts';
import { migrateAndExit } from '@lectern/database';
import { knowledgeBoxSchema, upgradeIndexesAndExit } from '@lectern/knowledge-box';

void migrateAndExit([accountsSchema, knowledgeBoxSchema]).then(upgradeIndexesAndExit);
