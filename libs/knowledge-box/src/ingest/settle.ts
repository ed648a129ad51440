import { errorCodeNames, type FieldError, naiveUtc, type ProcessingError } from '@lectern/contracts';
import type { ExtractedFieldEntity, FieldEntity } from '../field/field.entity';
import type { FieldOutcomeRow } from '../field/field.repository';
import { fieldStatus, resourceStatus } from '../resource/resource-status';
import type { ResourceEntity } from '../resource/resource.entity';
import type { FieldOutcome } from './field-understanding';
import { learnedResource } from './learned-resource';

const ERRORS_MAX = 300;
/** The error code of processing that failed as a whole. */
export const PROCESS = 2;

export interface Unsettled {
  readonly resource: ResourceEntity;
  readonly fields: readonly FieldEntity[];
  /** What was found before. */
  readonly extracted: readonly ExtractedFieldEntity[];
  readonly outcomes: readonly FieldOutcome[];
  readonly now: Date;
}

/** What is to be stored after processing. */
export interface Settled {
  readonly resource: ResourceEntity;
  /** What was found now. */
  readonly found: readonly ExtractedFieldEntity[];
  /** All that is known of the resource's fields afterwards. */
  readonly extracted: readonly ExtractedFieldEntity[];
  readonly ended: readonly FieldOutcomeRow[];
}

/**
 * What becomes of a resource by what was found in its fields; what was found in earlier content of a field does not
 * count.
 */
export function settle({ resource, fields, extracted, outcomes, now }: Unsettled): Settled {
  const current = outcomes.filter(({ field }) => fields.some((row) => isSame(row, field) && row.seqid === field.seqid));
  const found = current.map((outcome) => extractedRow(outcome, now));
  const ended = current.map((outcome) => endOf(outcome, now));
  const all = [...extracted.filter((row) => !found.some((one) => isSame(one, row))), ...found].sort(byField);
  const status = resourceStatus(
    fields.map((field) => {
      const { status, errors } = ended.find((one) => isSame(one, field)) ?? field;
      return { status, errors, empty: !all.some((one) => isSame(one, field) && one.paragraphs.length > 0) };
    }),
  );
  return {
    resource: { ...learnedResource(resource, current), status },
    found,
    extracted: all,
    ended,
  };
}

export function fieldError({ code, severity, text }: ProcessingError, now: Date): FieldError {
  return { body: text, code, code_str: errorCodeNames[code] ?? 'GENERIC', created: naiveUtc(now), severity };
}

function endOf({ field, understood }: FieldOutcome, now: Date): FieldOutcomeRow {
  const errors = understood.errors.slice(0, ERRORS_MAX).map((error) => fieldError(error, now));
  const status = fieldStatus(errors);
  // A password that did not open the file is kept: another attempt may need it.
  return { ...keyOf(field), status, errors, sealedPassword: status === 'ERROR' ? field.sealedPassword : null };
}

function extractedRow({ field, text, paragraphs, understood }: FieldOutcome, now: Date): ExtractedFieldEntity {
  return { ...keyOf(field), seqid: field.seqid, text, paragraphs: [...paragraphs], understood, extractedAt: now };
}

function keyOf({ kbid, rid, letter, id }: FieldEntity): Pick<FieldEntity, 'kbid' | 'rid' | 'letter' | 'id'> {
  return { kbid, rid, letter, id };
}

interface Keyed {
  readonly letter: string;
  readonly id: string;
}

function isSame(a: Keyed, b: Keyed): boolean {
  return a.letter === b.letter && a.id === b.id;
}

function byField(a: Keyed, b: Keyed): number {
  const [left, right] = [`${a.letter}/${a.id}`, `${b.letter}/${b.id}`];
  return left < right ? -1 : Number(left > right);
}
