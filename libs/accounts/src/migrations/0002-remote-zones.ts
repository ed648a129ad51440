import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RemoteZones1763700000002 implements MigrationInterface {
  name = 'RemoteZones1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "zones" ADD "is_remote" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "zones" ALTER "is_remote" DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "zones" DROP "is_remote"`);
  }
}
