import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums by minute: the shortest span that is asked about is an hour, and ranges begin and end within one. */
export class Usage1763700000010 implements MigrationInterface {
  name = 'Usage1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "usage_sums" (
        "account_id" uuid NOT NULL,
        "minute" TIMESTAMP WITH TIME ZONE NOT NULL,
        "metric" text NOT NULL,
        "kbid" text NOT NULL,
        "nua_client" text NOT NULL,
        "value" double precision NOT NULL,
        PRIMARY KEY ("account_id", "minute", "metric", "kbid", "nua_client"),
        CONSTRAINT "usage_sums_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "usage_tokens" (
        "account_id" uuid NOT NULL,
        "minute" TIMESTAMP WITH TIME ZONE NOT NULL,
        "type" text NOT NULL,
        "model" text NOT NULL,
        "customer_key" boolean NOT NULL,
        "client" text NOT NULL,
        "kbid" text NOT NULL,
        "nua_client" text NOT NULL,
        "input" double precision NOT NULL,
        "output" double precision NOT NULL,
        "requests" integer NOT NULL,
        PRIMARY KEY ("account_id", "minute", "type", "model", "customer_key", "client", "kbid", "nua_client"),
        CONSTRAINT "usage_tokens_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "usage_journals" (
        "id" text NOT NULL,
        "position" bigint NOT NULL,
        "changed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "usage_journals_age" ON "usage_journals" ("changed_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['usage_journals', 'usage_tokens', 'usage_sums']) await runner.query(`DROP TABLE "${table}"`);
  }
}
