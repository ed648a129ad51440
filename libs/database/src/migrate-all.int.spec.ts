import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrateAll, openServiceDatabase, type ServiceSchema } from '.';

class CreateNotes1763740800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table note (id text primary key)');
  }
  async down(): Promise<void> {}
}

const services: readonly ServiceSchema[] = [
  { schema: 'notes', entities: [], migrations: [CreateNotes1763740800000] },
  { schema: 'letters', entities: [], migrations: [CreateNotes1763740800000] },
];

describe('migrateAll', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('leaves every schema and its tasks as a service would, and does nothing the second time', async () => {
    await migrateAll(database.url, services);
    await migrateAll(database.url, services);

    const [, letters] = services;
    if (!letters) throw new Error('unreachable');
    const dataSource = await openServiceDatabase(database.url, letters, { poolMax: 1, statementTimeoutMs: 5_000 });
    const found: { table_schema: string }[] = await dataSource.query(
      "select table_schema from information_schema.tables where table_name in ('note', 'job') order by 1",
    );
    await dataSource.destroy();
    expect(found.map(({ table_schema }) => table_schema)).toEqual(['letters', 'letters_tasks', 'notes', 'notes_tasks']);
  });
});
