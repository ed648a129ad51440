import { isDeepStrictEqual } from 'node:util';
import { naiveUtc } from '@lectern/contracts/core';
import { errorCodeNames, type FieldError } from '@lectern/contracts/knowledge-box';
import type { ProcessingError } from '@lectern/contracts/understanding';
import {
  type FieldOutcomeRow,
  type FieldState,
  isOwnThumbnail,
  type LearnedFromField,
  type PicturedField,
  pictureNamed,
  type ResourceEntity,
  thumbnailNames,
} from '@lectern/knowledge-box-rows';
import { fieldStatus, resourceStatus } from '../resource/resource-status';
import type { FieldOutcome } from './field-understanding';
import { learnedResource, learnedThumbnail } from './learned-resource';

const ERRORS_MAX = 300;
/** The error code of processing that failed as a whole. */
const PROCESS = 2;

/** Why an attempt at a version of a field came to nothing. */
export interface FieldFailure {
  readonly field: Pick<FieldState, 'letter' | 'id' | 'seqid'>;
  readonly reason: string;
  /** Absent when nobody tries any more. */
  readonly attempt?: number;
  readonly attemptsMax?: number;
  /** Nothing failed, and it waited too long: `reason` is how long. */
  readonly isExpired?: boolean;
  /** Nothing failed: it is not to be processed while the account is blocked. */
  readonly isBlocked?: boolean;
}

export interface Unsettled {
  readonly resource: ResourceEntity;
  /** All of the resource. */
  readonly fields: readonly FieldState[];
  readonly outcomes: readonly FieldOutcome[];
  readonly failures?: readonly FieldFailure[];
  /** Whether its texts are put into the index; else the resource is pending until they are. */
  readonly isPut?: boolean;
  /** The version of the resource whose texts are in the index now. */
  readonly putVersion?: number;
  readonly now: Date;
}

/** What is to be stored after processing. */
export interface Settled {
  readonly resource: ResourceEntity;
  /** Whether the resource has to be stored. */
  readonly isChanged: boolean;
  /** What was found now and is to be kept. */
  readonly found: readonly FieldOutcome[];
  /** The fields that changed. */
  readonly ended: readonly FieldOutcomeRow[];
  /** Whether none of its fields is pending. */
  readonly isComplete: boolean;
  /** Whether some of its fields are understood that are not among `found`. */
  readonly hasMore: boolean;
}

/**
 * What becomes of a resource by what was found in its fields, or why nothing was. What was tried with an earlier
 * version of a field does not count.
 */
export function settle({ resource, fields, outcomes, failures = [], isPut, putVersion, now }: Unsettled): Settled {
  const found: FieldOutcome[] = [];
  const ended: FieldOutcomeRow[] = [];
  const states = fields.map((state) => {
    const isThis = ({ field }: { readonly field: FieldFailure['field'] }) =>
      field.letter === state.letter && field.id === state.id && field.seqid === state.seqid;
    const outcome = isUnsettled(state) ? outcomes.find(isThis) : undefined;
    const failure = isUnsettled(state) ? failures.find(isThis) : undefined;
    if (!outcome && !failure) return state;
    const end = { ...rowOf(state), ...(outcome ? endOf(outcome, state, now) : failureOf(failure, now)) };
    ended.push(end);
    if (!outcome || losesText(outcome, state)) return { ...state, ...end };
    found.push(outcome);
    return { ...state, ...end, found: { ...outcome, seqid: state.seqid } };
  });
  const outlook = resourceStatus(states.map((state) => ({ ...state, empty: state.found?.isEmpty ?? true })));
  const status = isPut ? outlook : 'PENDING';
  const learned = states.flatMap(({ found: own, contentSeqid }) =>
    own && own.seqid >= contentSeqid ? [own.understood] : [],
  );
  const pictured = states.flatMap(({ found: own, contentSeqid, ...state }) =>
    own && own.seqid >= contentSeqid ? picturedField(state, own.understood) : [],
  );
  const after = learnedResource(resource, learned, { isComplete: outlook !== 'PENDING' });
  const isExtended = found.every(({ isAdded }) => isAdded) && isDeepStrictEqual(textsOf(after), textsOf(resource));
  const indexedVersion = isExtended ? (putVersion ?? resource.indexedVersion) : null;
  return {
    resource: { ...after, thumbnail: learnedThumbnail(resource, pictured), status, indexedVersion },
    isChanged: found.length > 0 || status !== resource.status,
    found,
    ended,
    isComplete: outlook !== 'PENDING',
    hasMore: states.some(({ found: own }) => own && !found.some((one) => one.understood === own.understood)),
  };
}

/** What of a resource is part of the texts that are indexed of it. */
function textsOf({ title, summary, summaryIsProvisional, language }: ResourceEntity) {
  return { title, summary: summaryIsProvisional ? '' : summary, language };
}

/** Whether something is still to be found in a field: it was not tried to the end, or failed without being read. */
export function isUnsettled({ status, errors }: Pick<FieldState, 'status' | 'errors'>): boolean {
  return status === 'PENDING' || (status === 'ERROR' && errors.some(({ code }) => code === PROCESS));
}

export function fieldError({ code, severity, text }: ProcessingError, now: Date): FieldError {
  return { body: text, code, code_str: errorCodeNames[code] ?? 'GENERIC', created: naiveUtc(now), severity };
}

function picturedField(
  { letter, id, file }: Pick<FieldState, 'letter' | 'id' | 'file'>,
  understood: LearnedFromField,
): readonly PicturedField[] {
  if (letter !== 'f' && letter !== 'u') return [];
  const isItself = file !== null && isOwnThumbnail(file, understood.mimeType);
  return isItself || pictureNamed(understood, thumbnailNames[letter]) ? [{ letter, id }] : [];
}

/** The file could be read before, and cannot now, perhaps for a wrong password: then what was read is kept. */
function losesText({ isEmpty, understood }: FieldOutcome, { found, contentSeqid }: FieldState): boolean {
  const isFailed = understood.errors.some(({ severity }) => severity === 'ERROR');
  return isFailed && isEmpty && found !== undefined && !found.isEmpty && found.seqid >= contentSeqid;
}

function rowOf({ kbid, rid, letter, id, seqid, status, errors, sealedPassword }: FieldState): FieldOutcomeRow {
  return { kbid, rid, letter, id, seqid, status, errors, sealedPassword };
}

function endOf({ understood }: FieldOutcome, { sealedPassword }: FieldState, now: Date): Partial<FieldOutcomeRow> {
  const errors = understood.errors.slice(0, ERRORS_MAX).map((error) => fieldError(error, now));
  const status = fieldStatus(errors);
  // A password that did not open the file is kept: another attempt may need it.
  return { status, errors, sealedPassword: status === 'ERROR' ? sealedPassword : null };
}

function failureOf(failure: FieldFailure | undefined, now: Date): Partial<FieldOutcomeRow> {
  if (!failure) return {};
  const { reason, attempt = 0, attemptsMax = 0, isExpired, isBlocked } = failure;
  if (isBlocked) {
    const body = 'Processing is blocked for this account. It begins by itself when the account is unblocked.';
    const error = fieldError({ code: PROCESS, severity: 'ERROR', text: body }, now);
    return { status: 'ERROR', errors: [{ ...error, blocked: true }] };
  }
  if (isExpired) {
    const body = `Processing expired: there was no result within ${reason}. Reprocess the resource to try again.`;
    const error = fieldError({ code: PROCESS, severity: 'ERROR', text: body }, now);
    return { status: 'ERROR', errors: [{ ...error, expired: true }] };
  }
  const isLast = attempt >= attemptsMax;
  const text = isLast
    ? `Processing was given up: ${reason}. Reprocess the resource to try again.`
    : `Attempt ${attempt} of ${attemptsMax} failed at ${naiveUtc(now)}: ${reason}. It is tried again by itself.`;
  const error = fieldError({ code: PROCESS, severity: isLast ? 'ERROR' : 'WARNING', text }, now);
  return { status: isLast ? 'ERROR' : 'PENDING', errors: [error] };
}
