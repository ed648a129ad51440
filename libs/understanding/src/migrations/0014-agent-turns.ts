import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who works on tasks of agents is said by the table of jobs. */
export class AgentTurns1763700000014 implements MigrationInterface {
  name = 'AgentTurns1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "agent_tasks" RENAME COLUMN "lease" TO "turn"`);
    await runner.query(`ALTER TABLE "agent_tasks" DROP COLUMN "leased_until"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "agent_tasks" RENAME COLUMN "turn" TO "lease"`);
    await runner.query(`ALTER TABLE "agent_tasks" ADD COLUMN "leased_until" timestamptz(6)`);
  }
}
