import { LABELSETS_MAX } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota } from '@lectern/database';
import type { LabelsetRepository } from './labelset.repository';
import type { EntityManager } from 'typeorm';

/**
 * Blocks other changes to labelsets of the box until the transaction ends, because titles and counts are compared with
 * committed data.
 *
 * @throws AppError `quota_exceeded`
 */
export async function admitLabelset(
  key: { readonly kbid: string; readonly id: string },
  labelsets: LabelsetRepository,
  tx: EntityManager,
): Promise<void> {
  await admitWithinQuota(tx, {
    name: `labelsets/${key.kbid}`,
    count: async () => ((await labelsets.exists(key, tx)) ? 0 : labelsets.count(key.kbid, tx)),
    max: LABELSETS_MAX,
    refusal: `A knowledge box has at most ${LABELSETS_MAX} labelsets`,
  });
}
