import { isGuest, type Principal } from '@lectern/contracts/core';
import {
  configuredMembers,
  CONFIGURATIONS_MAX,
  type SearchConfiguration,
  type SearchConfigurationPayload,
  type SearchConfigurationReference,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, storable } from '@lectern/database';
import type { SearchConfigurationEntity } from './search-configuration.entity';
import type { SearchConfigurationRepository } from './search-configuration.repository';
import type { EntityManager } from 'typeorm';

/** The row for an owner's payload, limited to the members that were sent. */
export function searchConfigurationRow(
  { kbid, name }: SearchConfigurationReference,
  payload: SearchConfigurationPayload,
): SearchConfigurationEntity {
  return { kbid, name, kind: payload.kind, config: { ...storable(configuredMembers(payload)) } };
}

/**
 * Members of a configuration that guests of a published box may see: the presentation of results and answers. Prompts,
 * excluded content and access rules are not shown to them.
 */
const SHOWN_TO_GUESTS: ReadonlySet<string> = new Set([
  'features',
  'top_k',
  'min_score',
  'vectorset',
  'rank_fusion',
  'reranker',
  'rephrase',
  'with_synonyms',
  'show',
  'extracted',
  'field_type_filter',
  'highlight',
  'with_duplicates',
  'explain_missing',
  'generate_answer',
  'citations',
  'citation_threshold',
  'max_tokens',
  'prefer_markdown',
  'reasoning',
]);

/** A search configuration with all of its members. */
export function shownConfiguration({ kind, config }: SearchConfigurationEntity): SearchConfiguration {
  return { kind, config };
}

/** A search configuration in the form shown to a caller. */
export function configurationFor(principal: Principal, row: SearchConfigurationEntity): SearchConfiguration {
  const { kind, config } = shownConfiguration(row);
  if (!isGuest(principal)) return { kind, config };
  return { kind, config: Object.fromEntries(Object.entries(config).filter(([name]) => SHOWN_TO_GUESTS.has(name))) };
}

/** Admits one more configuration. @throws AppError `quota_exceeded` */
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
