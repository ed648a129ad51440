import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Dates of the year 0, which earlier versions took, are no dates: clients whose calendars begin with the year 1 cannot
 * read an answer that has one. They are left out; that an original has no date is the nearest that is true.
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

  /** What was left out is gone. */
  async down(): Promise<void> {}
}
