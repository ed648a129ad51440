import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of NUA clients, and fields excluded from extraction of entities and summaries. */
export class NuaClientEvents1763700000018 implements MigrationInterface {
  name = 'NuaClientEvents1763700000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "nua_client_events" (
        "id" uuid NOT NULL,
        "internal_id" uuid NOT NULL,
        "kind" text NOT NULL,
        "actor_kind" text NOT NULL,
        "actor" text NOT NULL,
        "details" jsonb NOT NULL,
        "at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "nua_client_events_client"
          FOREIGN KEY ("internal_id") REFERENCES "nua_clients" ("internal_id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "nua_client_events_at" ON "nua_client_events" ("internal_id", "at", "id")`);
    await runner.query(`ALTER TABLE "fields" ADD "ml_text" boolean NOT NULL DEFAULT true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "fields" DROP COLUMN "ml_text"`);
    await runner.query(`DROP TABLE "nua_client_events"`);
  }
}
