import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CustomModels1763700000011 implements MigrationInterface {
  name = 'CustomModels1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "custom_models" (
        "account" uuid NOT NULL,
        "id" uuid NOT NULL,
        "location" text NOT NULL,
        "description" text,
        "trained_date" text,
        "trained_kbid" text,
        "sealed_server" text NOT NULL,
        "kbids" text[] NOT NULL,
        "created_at" timestamptz NOT NULL,
        PRIMARY KEY ("account", "id"),
        CONSTRAINT "custom_models_location" UNIQUE ("account", "location")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "custom_models"`);
  }
}
