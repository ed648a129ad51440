import { accountsSchema } from '@lectern/accounts';
import { migrateAndExit } from '@lectern/database';
import { knowledgeBoxSchema } from '@lectern/knowledge-box';

void migrateAndExit([accountsSchema, knowledgeBoxSchema]);
