import { AppError } from '@lectern/contracts/core';
import type { CreateKnowledgeBoxPayload, ModifyKnowledgeBoxPayload } from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxEntity } from '@lectern/resource-store';
import { refuseBadAddresses } from './allowed-callers';
import { storedConfiguration } from './learning-configuration';

export interface NewKnowledgeBox {
  readonly id: string;
  readonly account: string;
  readonly payload: CreateKnowledgeBoxPayload;
  readonly now: Date;
}

/** @throws AppError `invalid_request` */
export function newKnowledgeBox({ id, account, payload, now }: NewKnowledgeBox): KnowledgeBoxEntity {
  refuseBadAddresses(payload.allowed_ip_addresses);
  return consistent({
    id,
    account,
    slug: payload.slug,
    title: payload.title,
    description: payload.description ?? null,
    mode: payload.mode,
    state: 'PRIVATE',
    allowedOrigins: payload.allowed_origins ?? null,
    allowedIpAddresses: payload.allowed_ip_addresses ?? null,
    searchConfigs: { ...payload.search_configs },
    learningConfiguration: storedConfiguration(payload.learning_configuration),
    sealedUserKeys: null,
    enforceSecurity: payload.enforce_security ?? false,
    hiddenResourcesEnabled: payload.hidden_resources_enabled ?? false,
    hiddenResourcesHideOnCreation: payload.hidden_resources_hide_on_creation ?? false,
    prewarmEnabled: false,
    created: now,
  });
}

/**
 * Absent members are unchanged; null clears members that may be empty and otherwise counts as absent.
 *
 * @throws AppError `invalid_request`
 */
export function modifiedKnowledgeBox(box: KnowledgeBoxEntity, payload: ModifyKnowledgeBoxPayload): KnowledgeBoxEntity {
  refuseBadAddresses(payload.allowed_ip_addresses);
  return consistent({
    ...box,
    slug: payload.slug ?? box.slug,
    title: payload.title ?? box.title,
    description: givenOr(payload.description, box.description),
    state: payload.state ?? box.state,
    allowedOrigins: givenOr(payload.allowed_origins, box.allowedOrigins),
    allowedIpAddresses: givenOr(payload.allowed_ip_addresses, box.allowedIpAddresses),
    searchConfigs: payload.search_configs ?? box.searchConfigs,
    enforceSecurity: payload.enforce_security ?? box.enforceSecurity,
    hiddenResourcesEnabled: payload.hidden_resources_enabled ?? box.hiddenResourcesEnabled,
    hiddenResourcesHideOnCreation: payload.hidden_resources_hide_on_creation ?? box.hiddenResourcesHideOnCreation,
  });
}

function givenOr<T>(wanted: T | undefined, present: T): T {
  return wanted === undefined ? present : wanted;
}

function consistent(box: KnowledgeBoxEntity): KnowledgeBoxEntity {
  if (box.hiddenResourcesHideOnCreation && !box.hiddenResourcesEnabled) {
    throw new AppError('invalid_request', 'Cannot hide new resources if the hidden resources feature is disabled');
  }
  return box;
}
