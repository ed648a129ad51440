import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Strategies1763700000008 implements MigrationInterface {
  name = 'Strategies1763700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "strategies" (
        "account" uuid NOT NULL,
        "kbid" text NOT NULL,
        "kind" text NOT NULL,
        "id" uuid NOT NULL,
        "config" jsonb NOT NULL,
        "sealed_user_keys" text,
        "created_at" timestamptz NOT NULL,
        PRIMARY KEY ("account", "kbid", "kind", "id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "strategies"`);
  }
}
