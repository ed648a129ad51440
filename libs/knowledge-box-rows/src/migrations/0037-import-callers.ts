import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who started an import, and with which roles: it stores what they allow. */
export class ImportCallers1763700000037 implements MigrationInterface {
  name = 'ImportCallers1763700000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "imports" ADD "caller" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "imports" DROP COLUMN "caller"`);
  }
}
