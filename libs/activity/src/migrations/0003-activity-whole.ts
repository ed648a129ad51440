import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Months since year 0, so that a query for a month reads only that month. */
const MONTH = `(EXTRACT(YEAR FROM "date" AT TIME ZONE 'UTC') * 12 + EXTRACT(MONTH FROM "date" AT TIME ZONE 'UTC') - 1)::integer`;

export class ActivityWhole1763700000003 implements MigrationInterface {
  name = 'ActivityWhole1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "activity"
        ALTER "question" DROP NOT NULL,
        ALTER "result_per_page" DROP NOT NULL,
        ALTER "total_duration" DROP NOT NULL,
        ALTER "user_type" DROP NOT NULL,
        ALTER "client_type" DROP NOT NULL,
        ADD "month" integer NOT NULL DEFAULT 0,
        ADD "token_details" jsonb,
        ADD "rag_strategies_names" jsonb,
        ADD "rag_strategies" jsonb,
        ADD "user_request" jsonb`);
    await runner.query(`UPDATE "activity" SET "month" = ${MONTH}`);
    await runner.query(`ALTER TABLE "activity" ALTER "month" DROP DEFAULT`);
    await runner.query(`DROP INDEX "activity_events"`);
    await runner.query(`DROP INDEX "activity_dates"`);
    await runner.query(`CREATE INDEX "activity_months" ON "activity" ("kbid", "event_type", "month", "id")`);
    await runner.query(`CREATE INDEX "activity_users" ON "activity" ("kbid", "event_type", "user_id", "month", "id")`);
    await runner.query(`
      CREATE TABLE "activity_hours" (
        "kbid" uuid NOT NULL,
        "event_type" text NOT NULL,
        "hour" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "count" bigint NOT NULL,
        PRIMARY KEY ("kbid", "event_type", "hour")
      )`);
    await runner.query(`CREATE INDEX "activity_hours_age" ON "activity_hours" ("hour")`);
    await runner.query(`
      INSERT INTO "activity_hours" ("kbid", "event_type", "hour", "count")
      SELECT "kbid", "event_type", date_trunc('hour', "date", 'UTC'), count(*) FROM "activity" GROUP BY 1, 2, 3`);
    await runner.query(`
      CREATE TABLE "activity_downloads" (
        "kbid" uuid NOT NULL,
        "id" uuid NOT NULL,
        "event_type" text NOT NULL,
        "format" text NOT NULL,
        "query" jsonb NOT NULL,
        "email" text,
        "token" text NOT NULL,
        "requested_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "size_bytes" bigint,
        "error" text,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "activity_downloads_token" ON "activity_downloads" ("token")`);
    await runner.query(`CREATE INDEX "activity_downloads_expiry" ON "activity_downloads" ("expires_at")`);
    await runner.query(`
      CREATE TABLE "followed_changes" (
        "kbid" uuid NOT NULL,
        "cursor" text NOT NULL,
        PRIMARY KEY ("kbid")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['followed_changes', 'activity_downloads', 'activity_hours']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
    await runner.query(`DROP INDEX "activity_users"`);
    await runner.query(`DROP INDEX "activity_months"`);
    await runner.query(`DELETE FROM "activity" WHERE "event_type" NOT IN ('search', 'ask')`);
    await runner.query(`
      ALTER TABLE "activity"
        ALTER "question" SET NOT NULL, ALTER "result_per_page" SET NOT NULL, ALTER "total_duration" SET NOT NULL,
        ALTER "user_type" SET NOT NULL, ALTER "client_type" SET NOT NULL, DROP "month", DROP "token_details", DROP "rag_strategies_names", DROP "rag_strategies", DROP "user_request"`);
    await runner.query(`CREATE INDEX "activity_events" ON "activity" ("kbid", "event_type", "id")`);
    await runner.query(`CREATE INDEX "activity_dates" ON "activity" ("kbid", "event_type", "date")`);
  }
}
