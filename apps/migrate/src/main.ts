import { accountsSchema } from '@lectern/accounts';
import { searchSchema } from '@lectern/activity';
import { agentsSchema } from '@lectern/agents';
import { migrateAndExit } from '@lectern/database';
import { upgradeIndexesAndExit } from '@lectern/indexing';
import { knowledgeBoxSchema } from '@lectern/resource-store';
import { understandingSchema } from '@lectern/understanding/schema';

const schemas = [accountsSchema, knowledgeBoxSchema, understandingSchema, searchSchema, agentsSchema];

void migrateAndExit(schemas).then(upgradeIndexesAndExit);
