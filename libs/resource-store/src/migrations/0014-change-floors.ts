import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChangeFloors1763700000014 implements MigrationInterface {
  name = 'ChangeFloors1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "change_floors" ("kbid" uuid PRIMARY KEY, "seq" bigint NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "change_floors"`);
  }
}
