import { accountsSchema } from '@lectern/accounts';
import { migrateAndExit } from '@lectern/database';
import { upgradeIndexesAndExit } from '@lectern/indexing';
import { knowledgeBoxSchema } from '@lectern/knowledge-box-rows';
import { searchSchema } from '@lectern/activity';
import { understandingSchema } from '@lectern/understanding-rows';

const schemas = [accountsSchema, knowledgeBoxSchema, searchSchema, understandingSchema];

void migrateAndExit(schemas).then(upgradeIndexesAndExit);
