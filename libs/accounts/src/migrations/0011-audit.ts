import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Audit1763700000011 implements MigrationInterface {
  name = 'Audit1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "audit_events" (
        "id" uuid NOT NULL,
        "time" TIMESTAMP WITH TIME ZONE NOT NULL,
        "account_id" uuid,
        "user_id" uuid,
        "action" text NOT NULL,
        "actor_kind" text NOT NULL,
        "actor_id" text NOT NULL,
        "actor_key" text,
        "address" text,
        "details" jsonb NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "audit_events_of_account" ON "audit_events" ("account_id", "time", "id")`);
    await runner.query(`CREATE INDEX "audit_events_of_user" ON "audit_events" ("user_id", "time", "id")`);
    await runner.query(`CREATE INDEX "audit_events_time" ON "audit_events" ("time")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "audit_events"`);
  }
}
