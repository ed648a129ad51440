import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Schedules1764400000012 implements MigrationInterface {
  name = 'Schedules1764400000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "schedules" (
        "agent" uuid NOT NULL,
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "cron" text NOT NULL,
        "timezone" text NOT NULL,
        "workflow" text NOT NULL,
        "question" text NOT NULL,
        "arguments" jsonb NOT NULL,
        "session" text NOT NULL,
        "webhook" text,
        "sealed" text,
        "owner" jsonb NOT NULL,
        "enabled" boolean NOT NULL,
        "paused" text,
        "failures" integer NOT NULL,
        "due" timestamptz(3),
        "running_since" timestamptz(3),
        "last_run" jsonb,
        "created" timestamptz(6) NOT NULL,
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`CREATE INDEX "schedules_age" ON "schedules" ("agent", "created", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "schedules"`);
  }
}
