import { validate } from '@lectern/contracts/core';
import { AlignOperation } from '@lectern/contracts/understanding';
import { findEntityRenames, holdBox, keepEntityRenames } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentSource, DocumentTarget, StoredDocument } from './box-document';

/** Renames per document. */
const TOGETHER = 100;

/** Other names of entities: content that the box gets later has them, too. */
@Injectable()
export class EntityRenameDocuments implements BoxDocument {
  readonly type = 'REN';

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    const { renames } = await findEntityRenames(kbid, tx);
    for (let from = 0; from < renames.length; from += TOGETHER) yield { renames: renames.slice(from, from + TOGETHER) };
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const { renames } = validate(AlignOperation, document);
    await holdBox(kbid, tx);
    await keepEntityRenames(
      kbid,
      (renames ?? []).map(({ group, from, to = null }) => ({ group, from, to })),
      tx,
    );
    return {};
  }
}
