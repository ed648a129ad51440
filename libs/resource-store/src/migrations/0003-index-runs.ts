import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexRuns1763700000003 implements MigrationInterface {
  name = 'IndexRuns1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "index_runs" (
        "kbid" uuid NOT NULL,
        "work" text NOT NULL,
        "id" uuid NOT NULL,
        "state" text NOT NULL,
        "from_empty" boolean NOT NULL,
        "phase" text NOT NULL,
        "cursor" text NOT NULL,
        "resources_total" bigint NOT NULL,
        "resources_done" bigint NOT NULL,
        "resources_per_s" real NOT NULL,
        "removed" bigint NOT NULL,
        "differences" bigint NOT NULL,
        "indexes" jsonb NOT NULL,
        "error" text,
        "requested" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "started" TIMESTAMP(6) WITH TIME ZONE,
        "updated" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "ended" TIMESTAMP(6) WITH TIME ZONE,
        PRIMARY KEY ("kbid", "work"),
        CONSTRAINT "index_runs_box" FOREIGN KEY ("kbid") REFERENCES "knowledge_boxes" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "index_differences" (
        "id" bigint GENERATED ALWAYS AS IDENTITY,
        "kbid" uuid NOT NULL,
        "index" text NOT NULL,
        "rid" text NOT NULL,
        "problem" text NOT NULL,
        "expected" jsonb,
        "held" jsonb,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "index_differences_box" ON "index_differences" ("kbid", "index", "id")`);
    // Written and read within one verification, which starts over after a crash.
    await runner.query(`
      CREATE UNLOGGED TABLE "index_census" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "version" bigint NOT NULL,
        "paragraphs" integer NOT NULL,
        PRIMARY KEY ("kbid", "rid")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['index_census', 'index_differences', 'index_runs'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
