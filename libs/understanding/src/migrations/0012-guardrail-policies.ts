import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardrailPolicies1763700000012 implements MigrationInterface {
  name = 'GuardrailPolicies1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "guardrail_policies" (
        "account" uuid NOT NULL,
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "description" text NOT NULL,
        "instruction" text NOT NULL,
        "query" text NOT NULL,
        "enabled" boolean NOT NULL,
        "blocking" boolean NOT NULL,
        PRIMARY KEY ("account", "id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "guardrail_policies"`);
  }
}
