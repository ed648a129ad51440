import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Configurations1763700000001 implements MigrationInterface {
  name = 'Configurations1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "learning_configurations" (
        "account" uuid NOT NULL,
        "kbid" text NOT NULL,
        "choices" jsonb NOT NULL,
        "sealed_user_keys" text,
        PRIMARY KEY ("account", "kbid")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "learning_configurations"`);
  }
}
