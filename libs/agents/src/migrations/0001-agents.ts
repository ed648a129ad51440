import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Agents1764400000001 implements MigrationInterface {
  name = 'Agents1764400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "workflows" (
        "agent" uuid NOT NULL,
        "id" text NOT NULL,
        "name" text NOT NULL,
        "description" text NOT NULL,
        "parameters" jsonb NOT NULL,
        "required" jsonb NOT NULL,
        "rules" jsonb NOT NULL,
        "created" timestamptz(6) NOT NULL,
        "deleted_at" timestamptz(6),
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`
      CREATE TABLE "modules" (
        "agent" uuid NOT NULL,
        "workflow" text NOT NULL,
        "kind" text NOT NULL,
        "id" uuid NOT NULL,
        "position" integer NOT NULL,
        "config" jsonb NOT NULL,
        PRIMARY KEY ("agent", "workflow", "kind", "id")
      )`);
    await runner.query(`
      CREATE TABLE "drivers" (
        "agent" uuid NOT NULL,
        "id" uuid NOT NULL,
        "identifier" text NOT NULL,
        "name" text NOT NULL,
        "provider" text NOT NULL,
        "config" jsonb NOT NULL,
        "secrets" jsonb NOT NULL,
        "created" timestamptz(6) NOT NULL,
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "drivers_identifier" ON "drivers" ("agent", "identifier")`);
    await runner.query(`
      CREATE TABLE "prompts" (
        "agent" uuid NOT NULL,
        "id" text NOT NULL,
        "name" text NOT NULL,
        "description" text NOT NULL,
        "prompt" text NOT NULL,
        "arguments" jsonb NOT NULL,
        "icons" jsonb NOT NULL,
        "meta" jsonb NOT NULL,
        "created" timestamptz(6) NOT NULL,
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`
      CREATE TABLE "interactions" (
        "id" uuid NOT NULL PRIMARY KEY,
        "agent" uuid NOT NULL,
        "session" text NOT NULL,
        "caller" text NOT NULL,
        "question" text NOT NULL,
        "workflow" text NOT NULL,
        "owner" text NOT NULL,
        "started" timestamptz(6) NOT NULL,
        "ended" timestamptz(6)
      )`);
    await runner.query(
      `CREATE INDEX "interactions_latest" ON "interactions" ("agent", "session", "caller", "started")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "interactions", "prompts", "drivers", "modules", "workflows"`);
  }
}
