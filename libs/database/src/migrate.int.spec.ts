import { migrationDifferences, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { openServiceDatabase, type ServiceSchema } from '.';

@Entity('note')
class NoteEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) body!: string | null;
}

class CreateNotes1763740800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table note (id text not null, constraint "PK_b4e8b5b0bb6a4ae03a5b5c0a1b1" primary key (id))',
    );
  }
  async down(): Promise<void> {}
}

class AddBody1763740900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table note add body text');
  }
  async down(): Promise<void> {}
}

class Fails1763741000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table note add half text');
    await runner.query('select 1 / 0');
  }
  async down(): Promise<void> {}
}

const limits = { poolMax: 3, statementTimeoutMs: 5_000 };
const first: ServiceSchema = { schema: 'notes', entities: [NoteEntity], migrations: [CreateNotes1763740800000] };
const second: ServiceSchema = { ...first, migrations: [CreateNotes1763740800000, AddBody1763740900000] };

describe('migrations', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('are run once each, in the schema of their service, however many start at the same time', async () => {
    const open = await Promise.all([1, 2, 3].map(() => openServiceDatabase(database.url, second, limits)));
    const [dataSource] = open;
    await dataSource?.getRepository(NoteEntity).insert({ id: 'a', body: null });
    expect(await dataSource?.query('select name from notes.migrations order by id')).toEqual([
      { name: 'CreateNotes1763740800000' },
      { name: 'AddBody1763740900000' },
    ]);
    expect(await dataSource?.query(`select id from notes.note`)).toEqual([{ id: 'a' }]);
    await Promise.all(open.map((each) => each.destroy()));
  });

  it('leave nothing half done, and say what failed', async () => {
    const broken = { ...second, migrations: [...second.migrations, Fails1763741000000] };
    await expect(openServiceDatabase(database.url, broken, limits)).rejects.toThrow('division by zero');
    const dataSource = await openServiceDatabase(database.url, second, limits);
    const columns: unknown[] = await dataSource.query(
      `select from information_schema.columns where table_schema = 'notes' and table_name = 'note'`,
    );
    expect(columns).toHaveLength(2);
    await dataSource.destroy();
  });

  it('stop the start of a version that is older than the schema', async () => {
    await (await openServiceDatabase(database.url, second, limits)).destroy();
    await expect(openServiceDatabase(database.url, first, limits)).rejects.toThrow(
      /newer than this version.*AddBody1763740900000/,
    );
  });

  it('are distinguished from what the entities describe', async () => {
    expect(await migrationDifferences(second)).toEqual([]);
    expect(await migrationDifferences(first)).toEqual(['ALTER TABLE "notes"."note" ADD "body" text']);
  });
});
