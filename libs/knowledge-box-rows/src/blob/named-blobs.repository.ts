import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { blobNames } from './blob-names';

/** As long as an export reads a box, files are kept that its rows name no more: as `ExportRepository.isReading`. */
const KEPT_FOR_EXPORTS = `SELECT wanted.key FROM unnest($1::text[], $2::uuid[]) AS wanted (key, kbid)
  WHERE EXISTS (SELECT FROM exports WHERE kbid = wanted.kbid AND status = 'running' AND alive_at > $4)`;
const EXPORT_ALIVE_MS = 15 * 60_000;
const NO_BOX = '00000000-0000-0000-0000-000000000000';
/** `kb/{kbid}/generated/{rid}/…`, and others of a box without the second. */
const PLACE = /^kb\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(?:generated\/([^/]+)\/)?/;

/** Which files rows name. */
@Injectable()
export class NamedBlobsRepository {
  /** Of these keys, those that a row names: in one statement, as a file may be handed from one row to another. */
  async among(keys: readonly string[], now: Date, tx: EntityManager): Promise<ReadonlySet<string>> {
    const places = keys.map((key) => PLACE.exec(key) ?? []);
    const boxes = places.map(([, kbid]) => kbid ?? NO_BOX);
    const resources = places.map(([, , rid]) => rid ?? '');
    const sql = [...blobNames.map((names) => names.sql), KEPT_FOR_EXPORTS].join(' UNION ALL ');
    const since = new Date(now.getTime() - EXPORT_ALIVE_MS);
    const rows: { readonly key: string }[] = await tx.query(sql, [keys, boxes, resources, since]);
    return new Set(rows.map(({ key }) => key));
  }
}
