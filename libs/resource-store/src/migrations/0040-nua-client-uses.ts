import type { MigrationInterface, QueryRunner } from 'typeorm';

/** NUA clients have counters of their own; those of accounts have an empty client. */
export class NuaClientUses1763700000040 implements MigrationInterface {
  name = 'NuaClientUses1763700000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_uses" ADD "nua_client" text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE "account_uses" DROP CONSTRAINT "account_uses_pkey"`);
    await runner.query(`ALTER TABLE "account_uses" ADD PRIMARY KEY ("account", "nua_client", "month", "name")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "account_uses" WHERE "nua_client" <> ''`);
    await runner.query(`ALTER TABLE "account_uses" DROP CONSTRAINT "account_uses_pkey"`);
    await runner.query(`ALTER TABLE "account_uses" ADD PRIMARY KEY ("account", "month", "name")`);
    await runner.query(`ALTER TABLE "account_uses" DROP "nua_client"`);
  }
}
