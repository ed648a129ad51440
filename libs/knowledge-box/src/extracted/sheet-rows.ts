import { text } from 'node:stream/consumers';
import { listOrEmpty, importedMembers } from './imported-members';
import type { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { pictureNamed, ROWS, ROWS_BYTES_MAX } from '@lectern/resource-store';
import { LongObject } from '../document/long';

/** The first rows of each sheet of a file. */
export interface RowsPreview {
  readonly sheets: Readonly<Record<string, { readonly rows: readonly { readonly cell: readonly string[] }[] }>>;
}

/** The first rows of the sheets in a file, read lazily; undefined for files without them. */
export function sheetRows(understood: UnderstoodField, blobs: BlobStore): LongObject<RowsPreview> | undefined {
  const stored = pictureNamed(understood, ROWS);
  if (!stored || stored.sizeBytes > ROWS_BYTES_MAX) return undefined;
  return new LongObject(() => previewIn(stored.key, blobs));
}

/** A file deleted because the field was reprocessed has no rows. */
async function* previewIn(key: string, blobs: BlobStore): AsyncGenerator<Readonly<Record<string, RowsPreview>>> {
  try {
    yield { rows: previewOf(JSON.parse(await text(await blobs.read(key)))) };
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'not_found';
    if (!isGone && !(error instanceof SyntaxError)) throw error;
  }
}

/** Imported bytes may be malformed: values that are not valid rows have none. */
function previewOf(value: unknown): RowsPreview {
  const { sheets } = importedMembers(value);
  const shown = Object.entries(importedMembers(sheets)).map(([name, sheet]) => {
    const rows = listOrEmpty(importedMembers(sheet)['rows']).map((row) => ({
      cell: listOrEmpty(importedMembers(row)['cell']).map(String),
    }));
    return [name, { rows }] as const;
  });
  return { sheets: Object.fromEntries(shown) };
}
