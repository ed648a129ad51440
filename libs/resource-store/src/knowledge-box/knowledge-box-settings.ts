import type { KnowledgeBoxMode, KnowledgeBoxState } from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxEntity } from './knowledge-box.entity';

/** Settings of a knowledge box that are needed constantly. */
export interface KnowledgeBoxSettings {
  readonly kbid: string;
  readonly account: string;
  readonly slug: string;
  readonly title: string;
  readonly mode: KnowledgeBoxMode;
  readonly state: KnowledgeBoxState;
  readonly allowedOrigins: readonly string[] | null;
  readonly allowedIpAddresses: readonly string[] | null;
  readonly enforceSecurity: boolean;
  readonly hiddenResourcesEnabled: boolean;
  readonly hiddenResourcesHideOnCreation: boolean;
  readonly searchConfigs: Readonly<Record<string, unknown>>;
  readonly learningConfiguration: Readonly<Record<string, unknown>> | null;
}

export function settingsOf(box: KnowledgeBoxEntity): KnowledgeBoxSettings {
  return {
    kbid: box.id,
    account: box.account,
    slug: box.slug,
    title: box.title,
    mode: box.mode,
    state: box.state,
    allowedOrigins: box.allowedOrigins,
    allowedIpAddresses: box.allowedIpAddresses,
    enforceSecurity: box.enforceSecurity,
    hiddenResourcesEnabled: box.hiddenResourcesEnabled,
    hiddenResourcesHideOnCreation: box.hiddenResourcesHideOnCreation,
    searchConfigs: box.searchConfigs,
    learningConfiguration: box.learningConfiguration,
  };
}
