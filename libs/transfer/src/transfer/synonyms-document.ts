import { validate } from '@lectern/contracts/core';
import { CustomSynonymsPayload, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { SynonymsRepository } from '@lectern/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentTarget, DocumentSource, StoredDocument } from './box-document';

/** Custom synonyms of a box: those in the file replace existing ones for the same terms. */
@Injectable()
export class SynonymsDocument implements BoxDocument {
  readonly type = 'SYN';

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly synonyms: SynonymsRepository,
  ) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const synonyms = await this.synonyms.read(kbid, tx);
    if (Object.keys(synonyms).length > 0) yield { synonyms };
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const { synonyms } = validate(CustomSynonymsPayload, document);
    await this.boxes.hold(kbid, tx);
    const present = await this.synonyms.lock(kbid, tx);
    const merged = validate(CustomSynonymsPayload, { synonyms: { ...present, ...synonyms } });
    await this.synonyms.put({ kbid, synonyms: merged.synonyms }, tx);
    return { publish: (bus) => bus.publish(synonymsChanged, { kbid }) };
  }
}
