import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Evaluations1763700000007 implements MigrationInterface {
  name = 'Evaluations1763700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "evaluation_sets" (
        "kbid" uuid NOT NULL,
        "id" uuid NOT NULL,
        "title" text NOT NULL,
        "questions" jsonb NOT NULL,
        "size" integer NOT NULL,
        "created" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "modified" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`
      CREATE TABLE "evaluation_runs" (
        "kbid" uuid NOT NULL,
        "id" uuid NOT NULL,
        "set_id" uuid NOT NULL,
        "title" text NOT NULL,
        "questions" jsonb NOT NULL,
        "size" integer NOT NULL,
        "settings" jsonb NOT NULL,
        "account" text,
        "author" text NOT NULL,
        "state" text NOT NULL,
        "error" text,
        "created" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "finished" TIMESTAMP(3) WITH TIME ZONE,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "evaluation_runs_of_set" ON "evaluation_runs" ("kbid", "set_id", "created")`);
    await runner.query(`
      CREATE TABLE "evaluation_results" (
        "kbid" uuid NOT NULL,
        "run_id" uuid NOT NULL,
        "variant" integer NOT NULL,
        "place" integer NOT NULL,
        "result" jsonb NOT NULL,
        PRIMARY KEY ("kbid", "run_id", "variant", "place")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "evaluation_results"`);
    await runner.query(`DROP TABLE "evaluation_runs"`);
    await runner.query(`DROP TABLE "evaluation_sets"`);
  }
}
