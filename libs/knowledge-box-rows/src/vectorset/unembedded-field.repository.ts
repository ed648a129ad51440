import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { UnembeddedFieldEntity } from '../field/field.entity';

/** Vectorsets of box $1 that lack something; the empty one when the box had none when something was stored. */
const LACKING_SQL = `
  SELECT id FROM vectorsets v WHERE kbid = $1 AND deleted IS NULL AND (fill_cursor IS NOT NULL OR EXISTS (
    SELECT FROM unembedded_fields u WHERE u.kbid = v.kbid AND u.vectorset = v.id))
  UNION ALL
  SELECT '' WHERE EXISTS (SELECT FROM unembedded_fields u WHERE u.kbid = $1 AND u.vectorset = '')`;

/** Also all fields of resources that filling vectorset $3 has not come to yet. */
const OF_VECTORSET_SQL = `
  SELECT rid, letter, id FROM unembedded_fields WHERE kbid = $1 AND rid = ANY($2) AND vectorset IN ($3, '')
  UNION
  SELECT e.rid, e.letter, e.id FROM vectorsets v
  JOIN extracted_fields e ON e.kbid = v.kbid AND e.rid = ANY($2) AND e.rid > v.fill_cursor
  WHERE v.kbid = $1 AND v.id = $3`;

/** Notes about resource $2 of box $1 whose field is gone, or has no paragraphs any more. */
const WITHOUT_FIELD_SQL = `
  DELETE FROM unembedded_fields u WHERE kbid = $1 AND rid = $2 AND NOT EXISTS (
    SELECT FROM extracted_fields e
    WHERE e.kbid = u.kbid AND e.rid = u.rid AND e.letter = u.letter AND e.id = u.id AND e.paragraphs <> '[]')`;

/** Whether a row of `resources` has fields that are not wholly in the index of some vectorset. */
export function isUnembeddedSql(row: string): string {
  return `EXISTS (SELECT FROM unembedded_fields u WHERE u.kbid = ${row}.kbid AND u.rid = ${row}.id)`;
}

/** Fields that are not wholly in the index of a vectorset; written where fields are stored. */
@Injectable()
export class UnembeddedFieldRepository {
  /** Ids of vectorsets that lack something; an empty one stands for all. */
  async lackingVectorsets(kbid: string, tx: EntityManager): Promise<readonly string[]> {
    const rows: { id: string }[] = await tx.query(LACKING_SQL, [kbid]);
    return rows.map(({ id }) => id);
  }

  /** Resources that have such fields, in the order of their boxes and ids. */
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

  /** Those of some resources that have such fields, in whatever vectorset. */
  async ridsAmong(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const rows = await tx.findBy(UnembeddedFieldEntity, { kbid, rid: Any([...rids]) });
    return new Set(rows.map(({ rid }) => rid));
  }

  /** The vectorsets that lack something of a resource; an empty one stands for all. */
  async vectorsetsOf({ kbid, rid }: ResourceReference, tx: EntityManager): Promise<ReadonlySet<string>> {
    const sql = 'SELECT DISTINCT vectorset FROM unembedded_fields WHERE kbid = $1 AND rid = $2';
    const rows: { vectorset: string }[] = await tx.query(sql, [kbid, rid]);
    return new Set(rows.map(({ vectorset }) => vectorset));
  }

  /** Those that one vectorset lacks, or may lack. */
  async list(
    kbid: string,
    { rids, vectorset }: { readonly rids: readonly string[]; readonly vectorset: string },
    tx: EntityManager,
  ): Promise<readonly Pick<UnembeddedFieldEntity, 'rid' | 'letter' | 'id'>[]> {
    return rids.length === 0 ? [] : tx.query(OF_VECTORSET_SQL, [kbid, rids, vectorset]);
  }

  /** Forgets what was noted about fields that there are no more. */
  async removeWithoutField({ kbid, rid }: ResourceReference, tx: EntityManager): Promise<void> {
    await tx.query(WITHOUT_FIELD_SQL, [kbid, rid]);
  }
}
