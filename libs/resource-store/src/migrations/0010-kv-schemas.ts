import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KvSchemas1763700000010 implements MigrationInterface {
  name = 'KvSchemas1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "kv_schemas" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "description" text NOT NULL,
        "fields" jsonb NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "kv_schemas"`);
  }
}
