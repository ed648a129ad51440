import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far tasks of agents are, what they have used, and the secrets of their triggers. */
export class AgentTaskProgress1763700000017 implements MigrationInterface {
  name = 'AgentTaskProgress1763700000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "agent_tasks" ADD "progress" jsonb, ADD "sealed" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "agent_tasks" DROP COLUMN "progress", DROP COLUMN "sealed"`);
  }
}
