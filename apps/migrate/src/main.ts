import { accountsSchema } from '@lectern/accounts';
import { searchSchema } from '@lectern/activity';
import { migrateAndExit } from '@lectern/database';
import { upgradeIndexesAndExit } from '@lectern/indexing';
import { knowledgeBoxSchema } from '@lectern/resource-store';
import { understandingSchema } from '@lectern/understanding/schema';

const schemas = [accountsSchema, knowledgeBoxSchema, understandingSchema, searchSchema];

void migrateAndExit(schemas).then(upgradeIndexesAndExit);
