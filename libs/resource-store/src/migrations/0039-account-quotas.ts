import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of accounts, what they used in each month, and what boxes with limits hold. */
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
    await runner.query(`
      CREATE TABLE "box_stocks" (
        "kbid" uuid NOT NULL,
        "resources" double precision NOT NULL,
        "bytes" double precision NOT NULL,
        "counted_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "box_stocks"`);
    await runner.query(`DROP TABLE "account_uses"`);
    await runner.query(`ALTER TABLE "account_blocks" DROP "limits"`);
  }
}
