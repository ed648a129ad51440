import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Earlier versions accepted dates in the year 0, which clients whose calendars begin with the year 1 cannot parse. This
 * removes them; the closest valid state is an original without a date.
 */
export class Instants1763700000036 implements MigrationInterface {
  name = 'Instants1763700000036';

  async up(runner: QueryRunner): Promise<void> {
    for (const member of ['created', 'modified'])
      await runner.query(
        `UPDATE "resources" SET origin = origin - '${member}' WHERE origin ->> '${member}' LIKE '0000%'`,
      );
    await runner.query(
      `UPDATE "conversation_messages" SET value = value - 'timestamp' WHERE value ->> 'timestamp' LIKE '0000%'`,
    );
  }

  /** The removed dates cannot be restored. */
  async down(): Promise<void> {}
}
