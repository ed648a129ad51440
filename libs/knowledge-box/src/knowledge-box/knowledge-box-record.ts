import { type KnowledgeBoxRole, naiveUtc } from '@lectern/contracts/core';
import type { KnowledgeBoxObject, KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxEntity } from '@lectern/resource-store';

export interface RecordView {
  /** Slug of the zone. */
  readonly zone: string;
  /** Role of the caller. */
  readonly role: KnowledgeBoxRole | undefined;
  readonly withSearchConfigs: boolean;
}

/** The account's view of a box. */
export function knowledgeBoxRecord(
  box: KnowledgeBoxEntity,
  { zone, role, withSearchConfigs }: RecordView,
): KnowledgeBoxRecord {
  return {
    id: box.id,
    account_id: box.account,
    slug: box.slug,
    zone,
    title: box.title,
    mode: box.mode,
    state: box.state,
    description: box.description,
    created: naiveUtc(box.created),
    role_on_kb: role ?? null,
    allowed_origins: box.allowedOrigins,
    allowed_ip_addresses: box.allowedIpAddresses,
    search_configs: withSearchConfigs ? box.searchConfigs : {},
    external_index_provider: null,
    hidden_resources_enabled: box.hiddenResourcesEnabled,
    hidden_resources_hide_on_creation: box.hiddenResourcesHideOnCreation,
    prewarm_enabled: box.prewarmEnabled,
    enforce_security: box.enforceSecurity,
  };
}

/** The view of a box for callers of its content. */
export function knowledgeBoxObject(box: KnowledgeBoxEntity): KnowledgeBoxObject {
  return {
    uuid: box.id,
    slug: box.slug,
    config: {
      uuid: null,
      slug: box.slug,
      title: box.title,
      description: box.description,
      learning_configuration: null,
      external_index_provider: null,
      configured_external_index_provider: { type: 'unset' },
      similarity: null,
      hidden_resources_enabled: box.hiddenResourcesEnabled,
      hidden_resources_hide_on_creation: box.hiddenResourcesHideOnCreation,
      enforce_security: box.enforceSecurity,
    },
    model: null,
  };
}
