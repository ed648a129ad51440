import { AppError, type IndexedParagraph, type IndexedVector } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { KeywordIndex } from '@lectern/keyword-index';
import type { FieldToEmbed, ResourceEntity, UnindexedMessage } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { AddedMessages, type AddedTexts, type AddedVectors } from './added-messages';
import { fieldParagraphs, indexedResource } from './keyword-record';
import { ResourceLoader } from '../processing/resource-loader';
import { fieldVectors } from './vector-record';
import { VectorsetWriter } from './vectorset-writer';

/** Per call of an index. */
const PARAGRAPHS_TOGETHER = 500;
/** If a resource changes during this many attempts, it is put as a whole. */
const ATTEMPTS_MAX = 10;

/**
 * Adds messages to indexed conversations. Everything comes from committed rows, which record the messages to add until
 * they are added, so this may be repeated; whenever the index does not match the rows, the caller puts the whole
 * resource.
 */
@Injectable()
export class IndexExtender {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorsetWriter,
    private readonly added: AddedMessages,
    private readonly loader: ResourceLoader,
  ) {}

  /** Messages that the keyword index may lack: a put of content read from now on includes them. */
  noted(reference: ResourceReference): Promise<readonly UnindexedMessage[]> {
    return this.added.noted(reference);
  }

  /** @returns the added content; undefined when the resource must be put as a whole */
  async extend(reference: ResourceReference): Promise<AddedTexts | undefined> {
    return this.untilCurrent(
      () => this.added.texts(reference),
      async ({ resource, since, extracted }) => {
        const shown = asSettled(resource);
        const record = { resource: indexedResource(shown), title: resource.title, since };
        const add = (paragraphs: readonly IndexedParagraph[]) =>
          this.keywords.extend(resource.kbid, [{ ...record, paragraphs }]);
        return addAll(fieldParagraphs(shown, extracted), add);
      },
    );
  }

  /**
   * The same for vectors, in one vectorset.
   *
   * @param fields all incomplete fields, which have all their vectors by now
   */
  async extendVectors(
    reference: ResourceReference,
    vectorset: { readonly id: string; readonly dimensions: number },
    fields: readonly FieldToEmbed[],
  ): Promise<AddedVectors | undefined> {
    return this.untilCurrent(
      () => this.added.vectors(reference, vectorset.id, fields),
      async ({ resource, splits }) => {
        const shown = asSettled(resource);
        const extracted = splits.map((split) => split.extracted);
        const vectors = fieldVectors(
          shown,
          extracted,
          splits.flatMap((split) => split.vectors),
        );
        const record = { resource: indexedResource(shown), since: 0 };
        // Missing vectors are recorded per field, so any indexed version has the others.
        const add = (some: readonly IndexedVector[]) =>
          this.vectors.extend({ kbid: resource.kbid, ...vectorset }, [{ ...record, vectors: some }]);
        return addAll(vectors, add);
      },
    );
  }

  /** @param write returns whether the index accepted it */
  private async untilCurrent<T extends { readonly resource: ResourceEntity }>(
    find: () => Promise<T | undefined>,
    write: (found: T) => Promise<boolean>,
  ): Promise<T | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const found = await find();
      if (!found || !(await write(found))) return undefined;
      const { kbid, id: rid, version } = found.resource;
      if ((await this.loader.version({ kbid, rid })) === version) return found;
    }
    throw new AppError('unavailable', 'The resource changes faster than it can be indexed');
  }
}

/** The state after this extension: earlier paragraphs have it already, and only the appended messages would not. */
function asSettled(resource: ResourceEntity): ResourceEntity {
  return { ...resource, status: 'PROCESSED' };
}

/** @returns whether all were accepted */
async function addAll<T>(
  items: Iterable<T>,
  add: (some: readonly T[]) => Promise<readonly string[]>,
): Promise<boolean> {
  const all = [...items];
  for (let from = 0; from < all.length; from += PARAGRAPHS_TOGETHER) {
    const unfit = await add(all.slice(from, from + PARAGRAPHS_TOGETHER));
    if (unfit.length > 0) return false;
  }
  return true;
}
