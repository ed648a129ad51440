import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DueScoresOfBoxes1763700000006 implements MigrationInterface {
  name = 'DueScoresOfBoxes1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "answer_scores_due"`);
    await runner.query(`CREATE INDEX "answer_scores_due" ON "answer_scores" ("kbid", "due") WHERE "due" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "answer_scores_due"`);
    await runner.query(`CREATE INDEX "answer_scores_due" ON "answer_scores" ("due") WHERE "due" IS NOT NULL`);
  }
}
