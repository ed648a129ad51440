import { validate } from '@lectern/contracts/core';
import { ModifyKnowledgeBoxPayload } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { modifiedKnowledgeBox } from '@lectern/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentTarget, DocumentSource, StoredDocument } from './box-document';

/** Settings of a box, without slug, title, state and models. Only new boxes receive them. */
@Injectable()
export class SettingsDocument implements BoxDocument {
  readonly type = 'SET';

  constructor(private readonly boxes: KnowledgeBoxRepository) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const box = await this.boxes.read(kbid, tx);
    yield {
      description: box.description,
      allowed_origins: box.allowedOrigins,
      allowed_ip_addresses: box.allowedIpAddresses,
      search_configs: box.searchConfigs,
      enforce_security: box.enforceSecurity,
      hidden_resources_enabled: box.hiddenResourcesEnabled,
      hidden_resources_hide_on_creation: box.hiddenResourcesHideOnCreation,
    };
  }

  async put(document: unknown, { kbid, tx, isRestore }: DocumentTarget): Promise<StoredDocument> {
    const settings = validate(ModifyKnowledgeBoxPayload, document);
    if (!isRestore) return {};
    const box = await this.boxes.read(kbid, tx);
    await this.boxes.update(modifiedKnowledgeBox(box, { ...settings, slug: null, title: null, state: null }), tx);
    return {};
  }
}
