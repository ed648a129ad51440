import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexedMessages1763700000028 implements MigrationInterface {
  name = 'IndexedMessages1763700000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "resources" ADD "indexed_version" bigint`);
    await runner.query(`ALTER TABLE "conversation_messages" ADD "unindexed" text`);
    await runner.query(`
      CREATE INDEX "conversation_messages_unindexed" ON "conversation_messages" ("kbid", "rid", "id", "position")
      WHERE unindexed IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "conversation_messages_unindexed"`);
    await runner.query(`ALTER TABLE "conversation_messages" DROP COLUMN "unindexed"`);
    await runner.query(`ALTER TABLE "resources" DROP COLUMN "indexed_version"`);
  }
}
