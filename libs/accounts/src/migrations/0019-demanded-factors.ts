import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DemandedFactors1763700000019 implements MigrationInterface {
  name = 'DemandedFactors1763700000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accounts" ADD "second_factor" text NOT NULL DEFAULT 'optional'`);
    await runner.query(`ALTER TABLE "personal_tokens" ADD "verified" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "personal_tokens" DROP "verified"`);
    await runner.query(`ALTER TABLE "accounts" DROP "second_factor"`);
  }
}
