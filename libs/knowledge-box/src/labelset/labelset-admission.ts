import { LABELSETS_MAX } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota } from '@lectern/database';
import type { LabelsetRepository } from '@lectern/knowledge-box-rows';
import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends, others that change labelsets of the box wait: titles and counts are compared with what is
 * committed.
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
