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

/** A part of a text, in code points. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The part of a range that lies in another; undefined when that is nothing, or all of the other. */
export function within(range: TextRange, whole: TextRange): TextRange | undefined {
  const [start, end] = [Math.max(range.start, whole.start), Math.min(range.end, whole.end)];
  return start >= end || (start === whole.start && end === whole.end) ? undefined : { start, end };
}
