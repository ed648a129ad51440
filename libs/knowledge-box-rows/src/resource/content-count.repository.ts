import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** How much a knowledge box consists of. */
export interface ContentCount {
  readonly resources: number;
  /** Those of the table, and each title and summary that is searched beside them. */
  readonly fields: number;
}

/** Counts what is in a knowledge box. A million resources take a second or two. */
@Injectable()
export class ContentCountRepository {
  async count(kbid: string, tx: EntityManager): Promise<ContentCount> {
    const [row]: ContentCount[] = await tx.query(
      `SELECT count(*)::float8 AS resources,
          (count(*) FILTER (WHERE title ~ '\\S')
            + count(*) FILTER (WHERE summary ~ '\\S' AND NOT summary_is_provisional)
            + (SELECT count(*) FROM fields WHERE kbid = $1))::float8 AS fields
        FROM resources WHERE kbid = $1`,
      [kbid],
    );
    return row ?? { resources: 0, fields: 0 };
  }
}
