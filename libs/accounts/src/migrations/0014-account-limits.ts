import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of single accounts, in place of those of their type. */
export class AccountLimits1763700000014 implements MigrationInterface {
  name = 'AccountLimits1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" ADD "limits" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" DROP "limits"`);
  }
}
