import { installTaskSchema, openServiceDatabase, TaskQueue, Transactions } from '@lectern/database';
import { entitiesOf, temporaryDatabase } from '@lectern/testing';
import { AgentsModule } from './agents.module';
import { agentsSchema } from './agents.database';

/** An empty database of the service, for one suite. */
export interface AgentsDatabase {
  readonly transactions: Transactions;
  readonly queue: TaskQueue;
  readonly drop: () => Promise<void>;
}

/** Opens one. */
export async function openAgentsDatabase(): Promise<AgentsDatabase> {
  const database = await temporaryDatabase();
  const schema = { ...agentsSchema, entities: entitiesOf(AgentsModule) };
  const source = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
  const queue = new TaskQueue(source, 'agents_tasks');
  await installTaskSchema(database.url, queue.schema);
  const drop = async () => {
    await source.destroy();
    await database.drop();
  };
  return { transactions: new Transactions(source), queue, drop };
}
