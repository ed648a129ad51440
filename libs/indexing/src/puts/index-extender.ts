import { AppError, type IndexedParagraph, type IndexedVector } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { KeywordIndex } from '@lectern/keyword-index';
import type { FieldToEmbed, ResourceEntity, UnindexedMessage } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { AddedMessages, type AddedTexts, type AddedVectors } from './added-messages';
import { fieldParagraphs, indexedResource } from './keyword-record';
import { ResourceLoader } from '../processing/resource-loader';
import { fieldVectors } from './vector-record';
import { VectorsetWriter } from './vectorset-writer';

/** Of one call of an index. */
const PARAGRAPHS_TOGETHER = 500;
/** A resource may change meanwhile; then it is put, as one that is not held is. */
const ATTEMPTS_MAX = 10;

/**
 * Adds messages to what the indexes hold of their conversations. Everything comes from committed rows: what is to be
 * added is noted there until it is, so this may be repeated; and whenever the index holds something else than the rows
 * say, the caller puts the whole resource.
 */
@Injectable()
export class IndexExtender {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorsetWriter,
    private readonly added: AddedMessages,
    private readonly loader: ResourceLoader,
  ) {}

  /** Messages that the keyword index may lack: a put of what is read from now on has them. */
  noted(reference: ResourceReference): Promise<readonly UnindexedMessage[]> {
    return this.added.noted(reference);
  }

  /** @returns what was added; undefined when the resource is to be put as a whole */
  async extend(reference: ResourceReference): Promise<AddedTexts | undefined> {
    return this.untilCurrent(
      () => this.added.texts(reference),
      async ({ resource, since, extracted }) => {
        const shown = asSettled(resource);
        const record = { resource: indexedResource(shown), title: resource.title, since };
        const add = (paragraphs: readonly IndexedParagraph[]) =>
          this.keywords.extend(resource.kbid, [{ ...record, paragraphs }]);
        return inTurn(fieldParagraphs(shown, extracted), add);
      },
    );
  }

  /**
   * The same of vectors, in one vectorset.
   *
   * @param fields all that lack something, and have all their vectors by now
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
        // What is lacking is noted of each field, so whatever version is held has the others.
        const add = (some: readonly IndexedVector[]) =>
          this.vectors.extend({ kbid: resource.kbid, ...vectorset }, [{ ...record, vectors: some }]);
        return inTurn(vectors, add);
      },
    );
  }

  /** @param write returns whether the index took it */
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

/** As it is when this is done: what is there already says so, and only the appended messages would not. */
function asSettled(resource: ResourceEntity): ResourceEntity {
  return { ...resource, status: 'PROCESSED' };
}

/** @returns whether all were taken */
async function inTurn<T>(
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
