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
} from '@lectern/resource-store';
import { fieldStatus, resourceStatus } from '../resource/resource-status';
import type { FieldOutcome } from './field-understanding';
import { learnedResource, learnedThumbnail } from './learned-resource';

const ERRORS_MAX = 300;
/** The error code of processing that failed as a whole. */
const PROCESS = 2;

/** Reason why an attempt at a version of a field failed. */
export interface FieldFailure {
  readonly field: Pick<FieldState, 'letter' | 'id' | 'seqid'>;
  readonly reason: string;
  /** Absent when there will be no more attempts. */
  readonly attempt?: number;
  readonly attemptsMax?: number;
  /** The field did not fail, but waited too long: `reason` says how long. */
  readonly isExpired?: boolean;
  /** The field did not fail: it is not processed while the account is blocked, as `reason` says. */
  readonly isBlocked?: boolean;
}

export interface Unsettled {
  readonly resource: ResourceEntity;
  /** All fields of the resource. */
  readonly fields: readonly FieldState[];
  readonly outcomes: readonly FieldOutcome[];
  readonly failures?: readonly FieldFailure[];
  /** Whether its texts are in the index; otherwise the resource is pending until they are. */
  readonly isPut?: boolean;
  /** The version of the resource whose texts are in the index now. */
  readonly putVersion?: number;
  readonly now: Date;
}

/** The state to store after processing. */
export interface Settled {
  readonly resource: ResourceEntity;
  /** Whether the resource has to be stored. */
  readonly isChanged: boolean;
  /** New results to store. */
  readonly found: readonly FieldOutcome[];
  /** The fields that changed. */
  readonly ended: readonly FieldOutcomeRow[];
  /** Whether none of its fields is pending. */
  readonly isComplete: boolean;
  /** Whether other fields than those in `found` are understood. */
  readonly hasMore: boolean;
}

/**
 * The state of a resource after results or failures of its fields. Attempts at an earlier version of a field are
 * ignored.
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
    const end = { ...outcomeRow(state), ...(outcome ? outcomeEnd(outcome, state, now) : failureOf(failure, now)) };
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
  const isExtended =
    found.every(({ isAdded }) => isAdded) && isDeepStrictEqual(indexedTexts(after), indexedTexts(resource));
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

/** The members of a resource that are part of its indexed texts. */
function indexedTexts({ title, summary, summaryIsProvisional, language }: ResourceEntity) {
  return { title, summary: summaryIsProvisional ? '' : summary, language };
}

/** Whether a field still needs processing: it is pending, or processing it failed as a whole. */
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

/** The file could be read before and cannot now, perhaps because of a wrong password: the earlier content is kept. */
function losesText({ isEmpty, understood }: FieldOutcome, { found, contentSeqid }: FieldState): boolean {
  const isFailed = understood.errors.some(({ severity }) => severity === 'ERROR');
  return isFailed && isEmpty && found !== undefined && !found.isEmpty && found.seqid >= contentSeqid;
}

function outcomeRow({ kbid, rid, letter, id, seqid, status, errors, sealedPassword }: FieldState): FieldOutcomeRow {
  return { kbid, rid, letter, id, seqid, status, errors, sealedPassword };
}

function outcomeEnd({ understood }: FieldOutcome, { sealedPassword }: FieldState, now: Date): Partial<FieldOutcomeRow> {
  const errors = understood.errors.slice(0, ERRORS_MAX).map((error) => fieldError(error, now));
  const status = fieldStatus(errors);
  // A password that did not open the file is kept, since another attempt may need it.
  return { status, errors, sealedPassword: status === 'ERROR' ? sealedPassword : null };
}

function failureOf(failure: FieldFailure | undefined, now: Date): Partial<FieldOutcomeRow> {
  if (!failure) return {};
  const { reason, attempt = 0, attemptsMax = 0, isExpired, isBlocked } = failure;
  if (isBlocked) {
    const body = `${reason}. Processing begins by itself when this is over.`;
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
