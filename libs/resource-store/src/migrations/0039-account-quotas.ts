import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of accounts, and what they used in each month. */
export class AccountQuotas1763700000039 implements MigrationInterface {
  name = 'AccountQuotas1763700000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_blocks" ADD "limits" jsonb NOT NULL DEFAULT '{}'`);
    await runner.query(`
      CREATE TABLE "account_uses" (
        "account" uuid NOT NULL,
        "month" date NOT NULL,
        "name" text NOT NULL,
        "used" double precision NOT NULL,
        PRIMARY KEY ("account", "month", "name")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "account_uses"`);
    await runner.query(`ALTER TABLE "account_blocks" DROP "limits"`);
  }
}
