import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ModuleSecrets1764400000004 implements MigrationInterface {
  name = 'ModuleSecrets1764400000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "modules" ADD COLUMN "secrets" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "modules" DROP COLUMN "secrets"`);
  }
}
