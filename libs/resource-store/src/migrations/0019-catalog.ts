import { postgresJson } from '@lectern/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { catalogColumns } from '../resource/resource-columns';
import type { ResourceEntity } from '../resource/resource.entity';

const ROWS_AT_ONCE = 1_000;
type Row = Pick<
  ResourceEntity,
  'kbid' | 'id' | 'title' | 'icon' | 'language' | 'languages' | 'classifications' | 'origin'
>;

/**
 * Columns by which the catalog filters and sorts resources, and the transactions that show whether a box has changed.
 */
export class Catalog1763700000019 implements MigrationInterface {
  name = 'Catalog1763700000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "resources" ADD "labels" text array, ADD "title_key" text COLLATE "C", ADD "title_words" text array`);
    await fill(runner);
    await runner.query(`
      ALTER TABLE "resources" ALTER "labels" SET NOT NULL, ALTER "title_key" SET NOT NULL,
        ALTER "title_words" SET NOT NULL`);
    await runner.query(`CREATE INDEX "resources_created" ON "resources" ("kbid", "created", "id")`);
    await runner.query(`CREATE INDEX "resources_modified" ON "resources" ("kbid", "modified", "id")`);
    await runner.query(`CREATE INDEX "resources_title" ON "resources" ("kbid", left("title_key", 64), "id")`);
    await runner.query(`CREATE INDEX "resources_catalog" ON "resources" USING gin ("labels", "title_words")`);
    await runner.query(`ALTER TABLE "changes" ADD "xid" bigint`);
    await runner.query(`CREATE INDEX "changes_xid" ON "changes" ("kbid", "xid")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "changes" DROP COLUMN "xid"`);
    for (const index of ['catalog', 'title', 'modified', 'created'])
      await runner.query(`DROP INDEX "resources_${index}"`);
    await runner.query(`
      ALTER TABLE "resources" DROP COLUMN "title_words", DROP COLUMN "title_key", DROP COLUMN "labels"`);
  }
}

/** Fills the columns of existing resources in batches. */
async function fill(runner: QueryRunner): Promise<void> {
  let after: Pick<Row, 'kbid' | 'id'> = { kbid: '00000000-0000-0000-0000-000000000000', id: '' };
  for (;;) {
    const rows: Row[] = await runner.query(
      `SELECT "kbid", "id", "title", "icon", "language", "languages", "classifications", "origin" FROM "resources"
        WHERE ("kbid", "id") > ($1, $2) ORDER BY "kbid", "id" LIMIT ${ROWS_AT_ONCE}`,
      [after.kbid, after.id],
    );
    const last = rows.at(-1);
    if (!last) return;
    const columns = rows.map((row) => ({ kbid: row.kbid, id: row.id, ...catalogColumns(row) }));
    await runner.query(
      `UPDATE "resources" r SET "labels" = v."labels", "title_key" = v."titleKey", "title_words" = v."titleWords"
        FROM json_to_recordset($1)
          AS v ("kbid" uuid, "id" text, "labels" text[], "titleKey" text, "titleWords" text[])
        WHERE r."kbid" = v."kbid" AND r."id" = v."id"`,
      [postgresJson(columns)],
    );
    after = last;
  }
}
