import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of the models of tasks on datasets. */
export class DatasetTaskSecrets1763700000018 implements MigrationInterface {
  name = 'DatasetTaskSecrets1763700000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "dataset_tasks" ADD "sealed" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "dataset_tasks" DROP COLUMN "sealed"`);
  }
}
