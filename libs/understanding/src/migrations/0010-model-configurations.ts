import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ModelConfigurations1763700000010 implements MigrationInterface {
  name = 'ModelConfigurations1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "model_configurations" (
        "account" uuid NOT NULL,
        "id" uuid NOT NULL,
        "model" text NOT NULL,
        "description" text,
        "sealed_user_keys" text,
        "user_prompts" jsonb NOT NULL,
        "assume_role" boolean NOT NULL,
        "kbids" text[] NOT NULL,
        "nua_client_ids" text[] NOT NULL,
        "created_at" timestamptz NOT NULL,
        PRIMARY KEY ("account", "id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "model_configurations"`);
  }
}
