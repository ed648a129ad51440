import type { KnowledgeBoxEntity } from '@lectern/knowledge-box-rows';
import { KnowledgeBoxRepository } from '@lectern/knowledge-box-rows';
import { AppError, validate } from '@lectern/contracts/core';
import { ModifyKnowledgeBoxPayload } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { modifiedKnowledgeBox } from '../knowledge-box/new-knowledge-box';

/** Where a document of a box is written from or read into. */
export interface DocumentPlace {
  readonly kbid: string;
  readonly tx: EntityManager;
  /** Whether a new box is made of a backup: what the box itself decides is restored only then. */
  readonly isRestore: boolean;
}

/** A kind of document that a box has besides its resources, such as its settings. */
export interface BoxDocument {
  /** Type of its items in the file. */
  readonly type: string;
  /** All of this kind, each at most 32 MiB of JSON. */
  list(place: Omit<DocumentPlace, 'isRestore'>): AsyncIterable<unknown>;
  /** Replaces what has the same name. What the file says is checked like a request. @throws AppError */
  put(document: unknown, place: DocumentPlace): Promise<void>;
}

/** Settings of a box, but for slug, title, state and models. */
class SettingsDocument implements BoxDocument {
  readonly type = 'SET';

  constructor(private readonly boxes: KnowledgeBoxRepository) {}

  async *list({ kbid, tx }: Omit<DocumentPlace, 'isRestore'>): AsyncGenerator<unknown> {
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

  async put(document: unknown, { kbid, tx, isRestore }: DocumentPlace): Promise<void> {
    const settings = validate(ModifyKnowledgeBoxPayload, document);
    if (!isRestore) return;
    const box = await this.boxes.read(kbid, tx);
    const restored: KnowledgeBoxEntity = modifiedKnowledgeBox(box, {
      ...settings,
      slug: null,
      title: null,
      state: null,
    });
    await this.boxes.update(restored, tx);
  }
}

/**
 * What a file has of a box besides its resources, in this order. To export another kind of document, such as labelsets,
 * add its `BoxDocument` to the list.
 */
@Injectable()
export class BoxDocuments {
  private readonly kinds: readonly BoxDocument[];

  constructor(boxes: KnowledgeBoxRepository) {
    this.kinds = [new SettingsDocument(boxes)];
  }

  /** Items of all kinds. */
  async *list(place: Omit<DocumentPlace, 'isRestore'>): AsyncGenerator<{ type: string; document: unknown }> {
    for (const kind of this.kinds) {
      for await (const document of kind.list(place)) yield { type: kind.type, document };
    }
  }

  isDocument(type: string): boolean {
    return this.kinds.some((kind) => kind.type === type);
  }

  /** @throws AppError `bad_request`, `invalid_request` */
  async put({ type, document }: { type: string; document: unknown }, place: DocumentPlace): Promise<void> {
    const kind = this.kinds.find((one) => one.type === type);
    if (!kind) throw new AppError('bad_request', `Items of the type ${type} are not known`);
    await kind.put(document, place);
  }
}
