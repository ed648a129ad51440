import {
  configuredMembers,
  CONFIGURATIONS_MAX,
  type SearchConfiguration,
  type SearchConfigurationPayload,
  type SearchConfigurationReference,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, storable } from '@lectern/database';
import type { SearchConfigurationEntity, SearchConfigurationRepository } from '@lectern/knowledge-box-rows';
import type { EntityManager } from 'typeorm';

/** The row of what an owner sends: the members that were sent, and no others. */
export function searchConfigurationRow(
  { kbid, name }: SearchConfigurationReference,
  payload: SearchConfigurationPayload,
): SearchConfigurationEntity {
  return { kbid, name, kind: payload.kind, config: { ...storable(configuredMembers(payload)) } };
}

/** A search configuration as callers see it. */
export function shownConfiguration({ kind, config }: SearchConfigurationEntity): SearchConfiguration {
  return { kind, config };
}

/** One more than the box has. @throws AppError `quota_exceeded` */
export async function admitSearchConfiguration(
  kbid: string,
  configurations: SearchConfigurationRepository,
  tx: EntityManager,
): Promise<void> {
  await admitWithinQuota(tx, {
    name: `search-configurations/${kbid}`,
    count: () => configurations.count(kbid, tx),
    max: CONFIGURATIONS_MAX,
    refusal: `A knowledge box has at most ${CONFIGURATIONS_MAX} search configurations`,
  });
}
