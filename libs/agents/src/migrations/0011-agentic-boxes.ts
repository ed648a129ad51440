import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AgenticBoxes1764400000011 implements MigrationInterface {
  name = 'AgenticBoxes1764400000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['agentic_configs', 'agentic_sources'])
      await runner.query(`
        CREATE TABLE "${table}" (
          "kbid" uuid NOT NULL,
          "id" text NOT NULL,
          "config" jsonb NOT NULL,
          "created" timestamptz(6) NOT NULL,
          PRIMARY KEY ("kbid", "id")
        )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "agentic_sources", "agentic_configs"`);
  }
}
