import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { UnembeddedFieldEntity } from '../field/field.entity';

/** Incomplete vectorsets of box $1; the empty one if data was stored before the box had a vectorset. */
const LACKING_SQL = `
  SELECT id FROM vectorsets v WHERE kbid = $1 AND deleted IS NULL AND (fill_cursor IS NOT NULL OR EXISTS (
    SELECT FROM unembedded_fields u WHERE u.kbid = v.kbid AND u.vectorset = v.id))
  UNION ALL
  SELECT '' WHERE EXISTS (SELECT FROM unembedded_fields u WHERE u.kbid = $1 AND u.vectorset = '')`;

/** Also all fields of resources that filling vectorset $3 has not reached yet. */
const OF_VECTORSET_SQL = `
  SELECT rid, letter, id FROM unembedded_fields WHERE kbid = $1 AND rid = ANY($2) AND vectorset IN ($3, '')
  UNION
  SELECT e.rid, e.letter, e.id FROM vectorsets v
  JOIN extracted_fields e ON e.kbid = v.kbid AND e.rid = ANY($2) AND e.rid > v.fill_cursor
  WHERE v.kbid = $1 AND v.id = $3`;

/** Marks on resource $2 of box $1 whose field does not exist or no longer has paragraphs. */
const WITHOUT_FIELD_SQL = `
  DELETE FROM unembedded_fields u WHERE kbid = $1 AND rid = $2 AND NOT EXISTS (
    SELECT FROM extracted_fields e
    WHERE e.kbid = u.kbid AND e.rid = u.rid AND e.letter = u.letter AND e.id = u.id AND e.paragraphs <> '[]')`;

/** Whether a row of `resources` has fields that are not completely in the index of some vectorset. */
export function isUnembeddedSql(row: string): string {
  return `EXISTS (SELECT FROM unembedded_fields u WHERE u.kbid = ${row}.kbid AND u.rid = ${row}.id)`;
}

/** Fields that are not completely in the index of a vectorset; marked when fields are stored. */
@Injectable()
export class UnembeddedFieldRepository {
  /** Ids of incomplete vectorsets; an empty id means all. */
  async lackingVectorsets(kbid: string, tx: EntityManager): Promise<readonly string[]> {
    const rows: { id: string }[] = await tx.query(LACKING_SQL, [kbid]);
    return rows.map(({ id }) => id);
  }

  /** Resources with such fields, ordered by box and id. */
  async listResources(
    { kbid, rid }: ResourceReference,
    limit: number,
    tx: EntityManager,
  ): Promise<readonly ResourceReference[]> {
    return tx.query(
      `SELECT DISTINCT kbid, rid FROM unembedded_fields WHERE (kbid, rid) > ($1::uuid, $2) ORDER BY kbid, rid LIMIT $3`,
      [kbid, rid, limit],
    );
  }

  /** Those of some resources that have such fields in any vectorset. */
  async ridsAmong(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const rows = await tx.findBy(UnembeddedFieldEntity, { kbid, rid: Any([...rids]) });
    return new Set(rows.map(({ rid }) => rid));
  }

  /** The vectorsets in which a resource is incomplete; an empty id means all. */
  async vectorsetsOf({ kbid, rid }: ResourceReference, tx: EntityManager): Promise<ReadonlySet<string>> {
    const sql = 'SELECT DISTINCT vectorset FROM unembedded_fields WHERE kbid = $1 AND rid = $2';
    const rows: { vectorset: string }[] = await tx.query(sql, [kbid, rid]);
    return new Set(rows.map(({ vectorset }) => vectorset));
  }

  /** Fields that are, or may be, missing from one vectorset. */
  async list(
    kbid: string,
    { rids, vectorset }: { readonly rids: readonly string[]; readonly vectorset: string },
    tx: EntityManager,
  ): Promise<readonly Pick<UnembeddedFieldEntity, 'rid' | 'letter' | 'id'>[]> {
    return rids.length === 0 ? [] : tx.query(OF_VECTORSET_SQL, [kbid, rids, vectorset]);
  }

  /** Deletes marks on fields that no longer exist. */
  async removeWithoutField({ kbid, rid }: ResourceReference, tx: EntityManager): Promise<void> {
    await tx.query(WITHOUT_FIELD_SQL, [kbid, rid]);
  }
}
