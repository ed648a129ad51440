import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names that entities have in a box instead of those in its texts. */
export class RenamedEntities1763700000041 implements MigrationInterface {
  name = 'RenamedEntities1763700000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "renamed_entities" (
        "kbid" uuid PRIMARY KEY,
        "renames" jsonb NOT NULL,
        "revision" integer NOT NULL DEFAULT 1
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "renamed_entities"`);
  }
}
