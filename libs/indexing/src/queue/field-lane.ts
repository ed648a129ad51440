import type { TaskDefinition } from '@lectern/contracts/core';
import { fetchLink, type FieldReference, readFile, understandText } from '@lectern/contracts/knowledge-box';
import type { NewJob } from '@lectern/database';
import { type FieldEntity, strategiesIn } from '@lectern/resource-store';

/** Longer texts are understood in other processes and have their own tasks. */
export const QUICK_CHARS_MAX = 16_384;
/** Priority of interrupted work, after all untried work. */
const AGAIN = 9;
const MIB = 1024 * 1024;

/** The members that decide how a field is understood. */
export type FieldToUnderstand = Pick<FieldEntity, 'letter' | 'id' | 'value' | 'blobKey'>;

/**
 * The task that understands a field; undefined when the resource's task does because the field is fast, or when there
 * is nothing to understand.
 */
export function laneOf({ value, blobKey }: Pick<FieldToUnderstand, 'value' | 'blobKey'>): Lane | undefined {
  if (typeof value === 'string' || 'data' in value) return undefined;
  if ('pages' in value) return understandText;
  // A strategy may call a model, which is slow.
  if ('body' in value) return value.body.length > QUICK_CHARS_MAX || namesStrategy(value) ? understandText : undefined;
  return 'uri' in value || blobKey === null ? fetchLink : readFile;
}

function namesStrategy(value: FieldEntity['value']): boolean {
  return 'strategies' in strategiesIn(value);
}

export type Lane = TaskDefinition<FieldReference>;
export const lanes: readonly Lane[] = [understandText, fetchLink, readFile];

/** One job at a time per field; small fields first. */
export function fieldJob(
  { kbid, rid }: Pick<FieldReference, 'kbid' | 'rid'>,
  field: FieldToUnderstand,
  { isAgain = false } = {},
): NewJob<FieldReference> {
  const reference = { kbid, rid, letter: field.letter, id: field.id };
  const serial = fieldSerial(reference);
  return {
    payload: reference,
    tenant: kbid,
    serialBy: serial,
    key: serial,
    priority: isAgain ? AGAIN : sizeClass(field),
  };
}

export function fieldSerial({ kbid, rid, letter, id }: FieldReference): string {
  return `field:${kbid}/${rid}/${letter}/${id}`;
}

/** 0 and up, for at most 1, 4, 16, … MiB. Sizes of content to be fetched are unknown. */
function sizeClass({ value }: FieldToUnderstand): number {
  if (typeof value === 'string' || 'data' in value || 'uri' in value) return 0;
  // A message is fast: the first page counts as small.
  if ('pages' in value) return Math.min(Math.ceil(Math.log2(value.pages) / 2), AGAIN - 1);
  const bytes = 'body' in value ? value.body.length : value.file.size;
  return Math.min(Math.ceil(Math.log2(Math.max(bytes / MIB, 1)) / 2), AGAIN - 1);
}
