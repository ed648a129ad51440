import { AppError } from '@lectern/contracts/core';
import type { ExtractedDocument } from './extract/document';
import { DocumentBuilder } from './extract/document-builder';
import { ExtractError } from './extract/extract-error';
import type { SpokenPart } from './extract/reader';

const ADVICE = 'upload a transcript, or subtitles as WebVTT or SubRip';

/** Reads the words in sound. */
export interface SpeechReader {
  /** Hours of one file that are read. */
  readonly hoursMax: number;
  /** Whether it can be used here, and if not, why and what to do. */
  available(): Promise<{ readonly available: boolean; readonly reason?: string }>;
  /**
   * @throws AppError `unsupported_media_type`, `deadline_exceeded` when the sound cannot be read; another one when it
   * is to be tried again
   */
  transcribe(
    file: { readonly path: string; readonly mediaType: string; readonly language?: string },
    options: { readonly signal?: AbortSignal },
  ): AsyncIterable<SpokenPart>;
}

/** @throws ExtractError when nothing here reads speech */
export async function refuseUnheard(reader: SpeechReader | undefined): Promise<SpeechReader> {
  const { available, reason = 'no speech recognition is set up' } = (await reader?.available()) ?? {
    available: false,
  };
  if (reader && available) return reader;
  throw new ExtractError(`The speech in this file was not read: ${reason}; or ${ADVICE}`);
}

/** Transcript of a file, as far as it is read. */
export interface Transcript {
  readonly parts: readonly SpokenPart[];
  readonly mediaType: string;
  /** Warning about omitted parts. */
  readonly warning?: string;
}

/**
 * @throws ExtractError when the sound cannot be read; AppError `rate_limited`, `cancelled`, `unavailable` when it is to
 *   be tried again
 */
export async function transcriptOf(
  file: Parameters<SpeechReader['transcribe']>[0],
  reader: SpeechReader,
  options: { readonly charsMax: number; readonly signal?: AbortSignal },
): Promise<Transcript> {
  const parts: SpokenPart[] = [];
  const { mediaType } = file;
  let chars = 0;
  try {
    for await (const part of reader.transcribe(file, options)) {
      parts.push(part);
      chars += part.text.length;
      if (chars > options.charsMax) break;
    }
  } catch (error) {
    const lasting = error instanceof AppError && ['unsupported_media_type', 'deadline_exceeded'].includes(error.code);
    if (!lasting) throw error;
    throw new ExtractError(`${error.message}; ${ADVICE}`, 'ERROR', { cause: error });
  }
  const end = parts.at(-1)?.endS ?? 0;
  const isCut = end >= reader.hoursMax * SECONDS_AN_HOUR - MARGIN_S;
  return { parts, mediaType, warning: isCut ? `Speech after ${reader.hoursMax} hours was left out` : undefined };
}

/** @throws ExtractError when nothing is said */
export function transcriptDocument({ parts, mediaType, warning }: Transcript, charsMax: number): ExtractedDocument {
  if (parts.length === 0) throw new ExtractError('No speech was recognised in this file', 'WARNING');
  const document = new DocumentBuilder(charsMax);
  for (const { text, startS, endS } of parts)
    document.verbatim('transcript', text, { seconds: { start: startS, end: endS } });
  if (warning) document.warn(warning);
  return document.build(mediaType);
}

const SECONDS_AN_HOUR = 3_600;
/** No utterance is longer. */
const MARGIN_S = 20;
