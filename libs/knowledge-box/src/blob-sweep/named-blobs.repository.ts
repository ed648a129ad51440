import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { aliveSince, isReadSql } from '@lectern/resource-store';
import { blobNames } from './blob-names';

/** While an export reads a box, its blobs are kept even if no row refers to them. */
const KEPT_FOR_EXPORTS = `SELECT wanted.key FROM unnest($1::text[], $2::uuid[]) AS wanted (key, kbid)
  WHERE ${isReadSql('wanted.kbid', '$4')}`;
const NO_BOX = '00000000-0000-0000-0000-000000000000';
/** `kb/{kbid}/generated/{rid}/…`; other keys of a box have no resource. */
const BLOB_PATH = /^kb\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(?:generated\/([^/]+)\/)?/;

/** Another deployment may use the same blob store. */
const OF_OTHERS = `
  SELECT key FROM unnest($1::text[], $2::uuid[]) AS box (key, id)
    WHERE id <> '${NO_BOX}' AND NOT EXISTS (SELECT FROM knowledge_boxes WHERE knowledge_boxes.id = box.id)
  UNION ALL
  SELECT key FROM unnest($1::text[], $3::uuid[]) AS owner (key, id)
    WHERE id <> '${NO_BOX}' AND NOT EXISTS (SELECT FROM knowledge_boxes WHERE account = owner.id)`;
const ACCOUNT = /^account\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** Finds blobs that rows refer to. */
@Injectable()
export class NamedBlobsRepository {
  /** Those of the keys that a row refers to; in one statement, because a key can move from one row to another. */
  async among(keys: readonly string[], now: Date, tx: EntityManager): Promise<ReadonlySet<string>> {
    const parts = keys.map((key) => BLOB_PATH.exec(key) ?? []);
    const boxes = parts.map(([, kbid]) => kbid ?? NO_BOX);
    const resources = parts.map(([, , rid]) => rid ?? '');
    const sql = [...blobNames.map((names) => names.sql), KEPT_FOR_EXPORTS].join(' UNION ALL ');
    const rows: { readonly key: string }[] = await tx.query(sql, [keys, boxes, resources, aliveSince(now)]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Those of the keys that belong to boxes not in this deployment, or to accounts without a box in it. */
  async ofOthers(keys: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    const boxes = keys.map((key) => BLOB_PATH.exec(key)?.[1] ?? NO_BOX);
    const accounts = keys.map((key) => ACCOUNT.exec(key)?.[1] ?? NO_BOX);
    const rows: { readonly key: string }[] = await tx.query(OF_OTHERS, [keys, boxes, accounts]);
    return new Set(rows.map(({ key }) => key));
  }
}
