import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The caller of an import and the roles at that time, which limit what the import stores. */
export class ImportCallers1763700000037 implements MigrationInterface {
  name = 'ImportCallers1763700000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "imports" ADD "caller" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "imports" DROP COLUMN "caller"`);
  }
}
