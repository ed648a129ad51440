import type { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { EXPORT_FORMAT, EXPORT_VERSIONS, ExportedHead, type ExportedVectorset } from '@lectern/contracts/knowledge-box';
import { readFrames } from './frame';
import { itemOf, ItemReader } from './item-reader';

/** @throws AppError `bad_request` for a file of another format or version */
export async function readHead(blobs: BlobStore, key: string): Promise<ExportedHead> {
  const content = await blobs.read(key);
  const items = new ItemReader(readFrames(content));
  try {
    const frame = await items.takeIf('LRN');
    if (!frame) throw new AppError('bad_request', 'The file does not begin with a learning configuration');
    const head = await itemOf(frame, ExportedHead);
    if (head.format !== EXPORT_FORMAT)
      throw new AppError('bad_request', 'The file is not an export of a knowledge box');
    if (EXPORT_VERSIONS.includes(head.version)) return head;
    const known = `this installation reads versions ${EXPORT_VERSIONS.join(' and ')}`;
    throw new AppError('bad_request', `The file has version ${head.version} of the format; ${known}`);
  } finally {
    await items.close();
    content.destroy();
  }
}

/** Whether the documents and resources of the file have checksums. */
export function hasSums({ version }: ExportedHead): boolean {
  return version > 1;
}

/** Models whose vectors a box can store. */
export interface KnownVectorsets {
  /** Models of the box's existing vectorsets. */
  readonly present: readonly ExportedVectorset[];
  /** Installed models, for a box without vectorsets. */
  readonly installed: readonly ExportedVectorset[];
}

/** @throws AppError `bad_request` for vectors that the box cannot store */
export function refuseOtherModels({ vectorsets }: ExportedHead, { present, installed }: KnownVectorsets): void {
  const known = present.length > 0 ? present : installed;
  const named = known.map(({ id }) => id).join(', ') || 'none';
  for (const { id, dimensions } of vectorsets) {
    const own = known.find((one) => one.id === id);
    if (own && own.dimensions === dimensions) continue;
    const whose = `The file has vectors of the semantic model ${id} with ${dimensions} dimensions`;
    throw new AppError('bad_request', `${whose}; semantic models of the knowledge box: ${named}`);
  }
}
