import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Features that are blocked for accounts, and an index of resources waiting for a block to end. */
export class AccountBlocks1763700000030 implements MigrationInterface {
  name = 'AccountBlocks1763700000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "account_blocks" (
        "account" uuid NOT NULL,
        "features" text[] NOT NULL,
        PRIMARY KEY ("account")
      )`);
    await runner.query(`CREATE INDEX "resources_blocked" ON "resources" ("kbid", "id") WHERE "status" = 'BLOCKED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "resources_blocked"`);
    await runner.query(`DROP TABLE "account_blocks"`);
  }
}
