import { text } from 'node:stream/consumers';
import { listOrEmpty, importedMembers } from './imported-members';
import type { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { pictureNamed, STRUCTURES, STRUCTURES_BYTES_MAX } from '@lectern/resource-store';
import { LongList } from '../document/long';

/** Positions of words, page by page, read lazily. Undefined if none are known. */
export function pageStructures(understood: UnderstoodField, blobs: BlobStore): LongList<PageStructure> | undefined {
  const stored = pictureNamed(understood, STRUCTURES);
  if (!stored || stored.sizeBytes > STRUCTURES_BYTES_MAX) return undefined;
  return new LongList(() => structuresIn(stored.key, blobs));
}

/** A file deleted because the field was reprocessed has no pages. */
async function* structuresIn(key: string, blobs: BlobStore): AsyncGenerator<readonly PageStructure[]> {
  const lines = await blobText(key, blobs);
  for (const line of lines.split('\n')) {
    const page = line.startsWith('{') ? pageIn(line.replace(/,$/, '')) : undefined;
    if (page) yield [page];
  }
}

async function blobText(key: string, blobs: BlobStore): Promise<string> {
  try {
    return await text(await blobs.read(key));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return '';
    throw error;
  }
}

/** Imported bytes may be malformed: lines that are not valid pages have no words. */
function pageIn(line: string): PageStructure {
  const { page, tokens } = importedMembers(parsedLine(line));
  const { width, height } = importedMembers(page);
  const found = listOrEmpty(tokens).map(importedMembers);
  return {
    page: { width: numberOrZero(width), height: numberOrZero(height) },
    tokens: found.map(({ text: word, ...bounds }) => ({
      x: numberOrZero(bounds['x']),
      y: numberOrZero(bounds['y']),
      width: numberOrZero(bounds['width']),
      height: numberOrZero(bounds['height']),
      text: typeof word === 'string' ? word : '',
      line: numberOrZero(bounds['line']),
    })),
  };
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function numberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
