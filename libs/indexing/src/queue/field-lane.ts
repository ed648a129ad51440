import type { TaskDefinition } from '@lectern/contracts/core';
import { fetchLink, type FieldReference, readFile, understandText } from '@lectern/contracts/knowledge-box';
import type { NewJob } from '@lectern/database';
import { type FieldEntity, strategiesIn } from '@lectern/knowledge-box-rows';

/** Longer texts are understood by processes, and have their own tasks. */
export const QUICK_CHARS_MAX = 16_384;
/** What was cut goes behind what was not tried. */
const AGAIN = 9;
const MIB = 1024 * 1024;

/** What decides how a field is understood. */
export type FieldToUnderstand = Pick<FieldEntity, 'letter' | 'id' | 'value' | 'blobKey'>;

/**
 * The task that understands a field; undefined when its resource's task does, because it takes next to no time, or
 * nothing is to be understood.
 */
export function laneOf({ value, blobKey }: Pick<FieldToUnderstand, 'value' | 'blobKey'>): Lane | undefined {
  if (typeof value === 'string' || 'data' in value) return undefined;
  if ('pages' in value) return understandText;
  // A strategy may ask a model, which takes its time.
  if ('body' in value) return value.body.length > QUICK_CHARS_MAX || namesStrategy(value) ? understandText : undefined;
  return 'uri' in value || blobKey === null ? fetchLink : readFile;
}

function namesStrategy(value: FieldEntity['value']): boolean {
  return 'strategies' in strategiesIn(value);
}

export type Lane = TaskDefinition<FieldReference>;
export const lanes: readonly Lane[] = [understandText, fetchLink, readFile];

/** One at a time for each field; the small before the large. */
export function fieldJob(
  { kbid, rid }: Pick<FieldReference, 'kbid' | 'rid'>,
  field: FieldToUnderstand,
  { isAgain = false } = {},
): NewJob<FieldReference> {
  const reference = { kbid, rid, letter: field.letter, id: field.id };
  const turn = fieldTurn(reference);
  return { payload: reference, tenant: kbid, serialBy: turn, key: turn, priority: isAgain ? AGAIN : sizeClass(field) };
}

export function fieldTurn({ kbid, rid, letter, id }: FieldReference): string {
  return `field:${kbid}/${rid}/${letter}/${id}`;
}

/** From 0: up to 1, 4, 16, … MiB. Sizes of what has to be fetched are not known. */
function sizeClass({ value }: FieldToUnderstand): number {
  if (typeof value === 'string' || 'data' in value || 'uri' in value) return 0;
  // A message takes next to no time: the first page counts as small.
  if ('pages' in value) return Math.min(Math.ceil(Math.log2(value.pages) / 2), AGAIN - 1);
  const bytes = 'body' in value ? value.body.length : value.file.size;
  return Math.min(Math.ceil(Math.log2(Math.max(bytes / MIB, 1)) / 2), AGAIN - 1);
}
