import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Labelsets1763700000008 implements MigrationInterface {
  name = 'Labelsets1763700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "labelsets" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "title" text NOT NULL,
        "color" text NOT NULL,
        "multiple" boolean NOT NULL,
        "kind" text array NOT NULL,
        "labels" jsonb NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`
      CREATE TABLE "custom_synonyms" (
        "kbid" uuid NOT NULL,
        "synonyms" jsonb NOT NULL,
        PRIMARY KEY ("kbid")
      )`);
    await runner.query(`
      CREATE TABLE "search_configurations" (
        "kbid" uuid NOT NULL,
        "name" text NOT NULL,
        "kind" text NOT NULL,
        "config" jsonb NOT NULL,
        PRIMARY KEY ("kbid", "name")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "search_configurations"`);
    await runner.query(`DROP TABLE "custom_synonyms"`);
    await runner.query(`DROP TABLE "labelsets"`);
  }
}
