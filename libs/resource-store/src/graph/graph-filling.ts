import type { EntityManager } from 'typeorm';
import type { FieldWithEntities, ResourceWithEdges } from './derived-edges';
import { replaceResourceEdges, replaceStoredFieldEdges } from './graph-edge-writes';

/** Rows read together. */
const ROWS = 200;

interface FilledField {
  readonly kbid: string;
  readonly rid: string;
  readonly letter: string;
  readonly id: string;
}

/** Derives the edges of all stored data. */
export async function fillGraph(tx: EntityManager): Promise<void> {
  await fillResources(tx);
  await fillFields(tx);
}

async function fillResources(tx: EntityManager): Promise<void> {
  let after = { kbid: '00000000-0000-0000-0000-000000000000', id: '' };
  for (;;) {
    // The columns at the time of this migration; the entity may change later.
    const rows: ResourceWithEdges[] = await tx.query(
      `SELECT kbid, id, origin, classifications, relations FROM resources
        WHERE (kbid, id) > ($1, $2) ORDER BY kbid, id LIMIT ${ROWS}`,
      [after.kbid, after.id],
    );
    await replaceResourceEdges(rows, tx);
    const last = rows.at(-1);
    if (!last) return;
    after = { kbid: last.kbid, id: last.id };
  }
}

async function fillFields(tx: EntityManager): Promise<void> {
  let after: FilledField = { kbid: '00000000-0000-0000-0000-000000000000', rid: '', letter: '', id: '' };
  for (;;) {
    const rows: FieldWithEntities[] = await tx.query(
      `SELECT kbid, rid, letter, id, seqid::float8 AS seqid,
          jsonb_build_object('entities', coalesce(understood -> 'entities', '[]')) AS understood
        FROM extracted_fields WHERE (kbid, rid, letter, id) > ($1, $2, $3, $4)
        ORDER BY kbid, rid, letter, id LIMIT ${ROWS}`,
      [after.kbid, after.rid, after.letter, after.id],
    );
    await replaceStoredFieldEdges(rows, tx);
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}
