import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With defaults, so that a process of the version before can still create an account. */
export class BlockedAccounts1763700000003 implements MigrationInterface {
  name = 'BlockedAccounts1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "accounts"
        ADD "blocking_state" text NOT NULL DEFAULT 'unblocked',
        ADD "blocked_features" text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" DROP "blocked_features", DROP "blocking_state"`);
  }
}
