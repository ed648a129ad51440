import type { Visibility } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { visibleSql } from '@lectern/resource-store';

/** The number of objects in a knowledge box. */
export interface ContentCount {
  readonly resources: number;
  /** Fields in the table, plus each title and summary that is searched separately. */
  readonly fields: number;
}

/** Counts the visible content of a knowledge box. A million resources take one or two seconds. */
@Injectable()
export class ContentCountRepository {
  async count(kbid: string, visibility: Visibility, tx: EntityManager): Promise<ContentCount> {
    const visible = visibleSql('r', visibility, '$2::text[]');
    const isWhole = visibility.hidden && !visibility.groups;
    const fields = isWhole
      ? 'SELECT count(*) FROM fields WHERE kbid = $1'
      : `SELECT count(*) FROM fields f JOIN resources r ON r.kbid = f.kbid AND r.id = f.rid
          WHERE f.kbid = $1 AND ${visible}`;
    const [row]: ContentCount[] = await tx.query(
      `SELECT count(*)::float8 AS resources,
          (count(*) FILTER (WHERE r.title ~ '\\S')
            + count(*) FILTER (WHERE r.summary ~ '\\S' AND NOT r.summary_is_provisional)
            + (${fields}))::float8 AS fields
        FROM resources r WHERE r.kbid = $1 AND ${visible}`,
      visibility.groups ? [kbid, visibility.groups] : [kbid],
    );
    return row ?? { resources: 0, fields: 0 };
  }
}
