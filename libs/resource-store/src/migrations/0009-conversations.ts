import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Conversations1763700000009 implements MigrationInterface {
  name = 'Conversations1763700000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "conversation_messages" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "id" text NOT NULL,
        "position" integer NOT NULL,
        "ident" text NOT NULL,
        "seqid" bigint NOT NULL,
        "value" jsonb,
        "blob_keys" text array NOT NULL,
        "errors" jsonb NOT NULL,
        "is_pending" boolean NOT NULL,
        PRIMARY KEY ("kbid", "rid", "id", "position")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "conversation_messages_ident" ON "conversation_messages" ("kbid", "rid", "id", "ident")`,
    );
    await runner.query(`
      CREATE INDEX "conversation_messages_pending" ON "conversation_messages" ("kbid", "rid", "id", "position")
      WHERE is_pending`);
    await runner.query(`
      CREATE INDEX "conversation_messages_failed" ON "conversation_messages" ("kbid", "rid", "id", "position")
      WHERE errors <> '[]'::jsonb`);
    await runner.query(`
      CREATE INDEX "conversation_messages_deleted" ON "conversation_messages" ("kbid", "rid", "id", "position")
      WHERE value IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "conversation_messages"`);
  }
}
