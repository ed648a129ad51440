import { AppError, scheduledTask, task } from '@lectern/contracts/core';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { Column, DataSource, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import {
  DatabaseModule,
  DatabaseServer,
  isUniqueViolation,
  rowsOf,
  Runs,
  TaskQueue,
  type TaskRun,
  Transactions,
} from '.';

@Entity('note')
class NoteEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') body!: string;
}

class CreateNotes1763740800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table note (id text not null, body text not null, constraint "PK_note" primary key (id))',
    );
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table note');
  }
}

const greet = task<{ name: string }>({ name: 'greet', attemptsMax: 3, timeoutMs: 5_000 });
const cleanUp = scheduledTask('cleanUp', { intervalMs: 3_600_000, afterStartMs: 1 });
const database = DatabaseModule.forFeature({ schema: 'notes', migrations: [CreateNotes1763740800000] });
const heard = new EventEmitter();

@Injectable()
class Greeter {
  @Runs(greet)
  async greet({ name }: { name: string }, { attempt }: TaskRun): Promise<void> {
    heard.emit('greeted', `${name} ${attempt}`);
  }

  @Runs(cleanUp)
  async cleanUp(): Promise<void> {
    heard.emit('cleaned');
  }
}

@Entity('leaf')
class ForeignEntity {
  @PrimaryColumn('text') id!: string;
}

@Module({ providers: [rowsOf(ForeignEntity)] })
class ForeignModule {}

@Module({ imports: [database, ForeignModule], providers: [rowsOf(NoteEntity), Greeter] })
class NotesModule {}

describe('DatabaseModule', () => {
  let temporary: TemporaryDatabase;
  beforeAll(async () => {
    temporary = await temporaryDatabase();
    process.env['DATABASE_URL'] = temporary.url;
  });
  afterAll(async () => {
    delete process.env['DATABASE_URL'];
    await temporary.drop();
  });

  it('does the work of a service that is due once per interval', async () => {
    const cleaned = once(heard, 'cleaned');
    const app = await NestFactory.createApplicationContext(NotesModule, { logger: ['error', 'warn'] });
    await app.init();
    await cleaned;
    await app.close();
  });

  it('knows the entities of the modules that import it, and of no others', async () => {
    const app = await NestFactory.createApplicationContext(NotesModule, { logger: ['error', 'warn'] });
    await app.init();
    const { entityMetadatas } = app.get(DataSource, { strict: false });
    expect(entityMetadatas.map(({ target }) => target)).toEqual([NoteEntity]);
    await app.close();
  });

  it('gives a service its schema, its transactions and its tasks', async () => {
    const app = await NestFactory.createApplicationContext(NotesModule, { logger: ['error', 'warn'] });
    await app.init();
    const transactions = app.get(Transactions, { strict: false });
    const queue = app.get(TaskQueue, { strict: false });
    const greeted = once(heard, 'greeted');
    await transactions.run(async (tx) => {
      await tx.save(NoteEntity, { id: 'a', body: 'b' });
      await queue.add(greet, { name: 'sea' }, { tx });
    });
    expect(await greeted).toEqual(['sea 1']);
    await expect(app.get(DatabaseServer, { strict: false }).check()).resolves.toBeUndefined();
    const again = transactions.run((tx) => tx.insert(NoteEntity, { id: 'a', body: 'c' }));
    await again.catch((error: unknown) => expect(isUniqueViolation(error, 'PK_note')).toBe(true));
    await expect(again).rejects.not.toBeInstanceOf(AppError);
    await app.close();
    expect(app.get(DataSource, { strict: false }).isInitialized).toBe(false);
  });
});
