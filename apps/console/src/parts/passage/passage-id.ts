import { type FieldLetter, type FieldType, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';

/** A field of a resource. */
export interface FieldPlace {
  readonly rid: string;
  readonly fieldType: FieldType;
  readonly fieldId: string;
}

/** Where a passage stands: in a field, in one of its messages when it is a conversation, between two code points. */
export interface PassagePlace extends FieldPlace {
  readonly split?: string;
  readonly start: number;
  readonly end: number;
}

const PARTS = /^([^/]+)\/([a-z])\/([^/]+)(?:\/([^/]+))?\/(\d+)-(\d+)$/;

/** Reads the id of a paragraph, `{rid}/{letter}/{field}[/{message}]/{start}-{end}`; undefined for anything else. */
export function passagePlace(paragraphId: string): PassagePlace | undefined {
  const [, rid, letter, fieldId, split, start, end] = PARTS.exec(paragraphId) ?? [];
  if (rid === undefined || fieldId === undefined || !isLetter(letter)) return undefined;
  const range = { start: Number(start), end: Number(end) };
  return { rid, fieldType: fieldTypeOfLetter[letter], fieldId, ...range, ...(split !== undefined && { split }) };
}

function isLetter(letter: string | undefined): letter is FieldLetter {
  return letter !== undefined && Object.hasOwn(fieldTypeOfLetter, letter);
}
