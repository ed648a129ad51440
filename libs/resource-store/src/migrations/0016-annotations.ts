import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Relations stated by users and user annotations on fields. */
export class Annotations1763700000016 implements MigrationInterface {
  name = 'Annotations1763700000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "resources"
      ADD "relations" jsonb NOT NULL DEFAULT '[]', ADD "annotations" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "resources" DROP COLUMN "annotations", DROP COLUMN "relations"`);
  }
}
