import { deflateSync, inflateSync } from 'node:zlib';
import { AppError } from '@lectern/contracts/core';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { AnalysisState } from '../enrich/field-analysis';
import type { ReadPosition } from '../extract/file-extraction';

/** State that is needed to continue with a file after the values that were handed out. */
export interface ResumeState {
  readonly position: ReadPosition;
  readonly analysis: AnalysisState;
  readonly mediaType: string;
  /** Words of pages that were recognised. */
  readonly recognized: readonly (readonly [page: number, structure: PageStructure])[];
  /** SHA-256 of the file: another one cannot be gone on with. */
  readonly content: string;
}

/** To be raised with every change of what a state means. */
const VERSION = 2;
const STATE_BYTES_MAX = 64 * 1024 * 1024;

/** As text that says nothing to anybody else: some kilobytes, 1 MiB for very many names and recognised words. */
export function resumeToken(state: ResumeState): string {
  return `${VERSION}.${deflateSync(JSON.stringify(state)).toString('base64')}`;
}

/** @throws AppError `invalid_request` for one of another version, or none at all */
export function openResumeToken(token: string): ResumeState {
  const [version, packed] = token.split('.', 2);
  if (version !== String(VERSION) || packed === undefined) throw new AppError('invalid_request', NOT_USABLE);
  try {
    const state = inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: STATE_BYTES_MAX });
    // Written by this module.
    return JSON.parse(state.toString()) as ResumeState;
  } catch (error) {
    throw new AppError('invalid_request', NOT_USABLE, {}, { cause: error });
  }
}

const NOT_USABLE = 'The field cannot be gone on with from here: process it from the beginning';
