import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of data-augmentation agents in fields. */
export class Augmentations1763700000032 implements MigrationInterface {
  name = 'Augmentations1763700000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "resources" ADD "augmentations" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "resources" DROP COLUMN "augmentations"`);
  }
}
