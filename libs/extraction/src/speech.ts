import { AppError } from '@lectern/contracts/core';
import type { ExtractedDocument } from './extract/document';
import { DocumentBuilder } from './extract/document-builder';
import { ExtractError } from './extract/extract-error';

/** How files with sound begin. */
const openings: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['audio/wav', /^RIFF[^]{4}WAVE/],
  ['video/x-msvideo', /^RIFF[^]{4}AVI /],
  ['audio/mpeg', /^(ID3[\x02-\x04]|\xff[\xfb\xfa\xf3\xf2])/],
  ['audio/aac', /^\xff[\xf1\xf9]/],
  ['audio/flac', /^fLaC/],
  ['audio/ogg', /^OggS/],
  ['audio/aiff', /^FORM[^]{4}AIF[FC]/],
  ['audio/amr', /^#!AMR/],
  ['video/webm', /^\x1a\x45\xdf\xa3/],
  ['audio/mp4', /^[^]{4}ftyp(M4A|M4B|F4A)/],
  ['video/mp4', /^[^]{4}ftyp(?!heic|heix|mif1|msf1|avif|avis|crx )/],
  ['video/x-ms-asf', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
];
const ADVICE = 'upload a transcript, or subtitles as WebVTT or SubRip';

/** A stretch of speech, with the seconds where it is heard. */
export interface SpokenPart {
  readonly startS: number;
  readonly endS: number;
  readonly text: string;
}

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

/**
 * The type of a file with sound by its first bytes; what its sender says decides between sound and video in the same
 * container. Undefined for what is none.
 */
export function soundTypeOf(opening: Uint8Array, said?: string): string | undefined {
  const text = Buffer.from(opening.subarray(0, 16)).toString('latin1');
  const found = openings.find(([, pattern]) => pattern.test(text))?.[0];
  const container = /\/(ogg|webm|mp4|x-matroska|quicktime|3gpp2?)$/;
  const declared = said?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const agrees = /^(audio|video)\//.test(declared) && container.test(declared);
  return found && container.test(found) && agrees ? declared : found;
}

/** @throws ExtractError when nothing here reads speech */
export async function refuseUnheard(reader: SpeechReader | undefined): Promise<SpeechReader> {
  const { available, reason = 'no speech recognition is set up' } = (await reader?.available()) ?? {
    available: false,
  };
  if (reader && available) return reader;
  throw new ExtractError(`The speech in this file was not read: ${reason}; or ${ADVICE}`);
}

/** What is said in a file, as far as it is read. */
export interface Transcript {
  readonly parts: readonly SpokenPart[];
  readonly mediaType: string;
  /** What was left out. */
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
  return { parts, mediaType, warning: isCut ? `What is said after ${reader.hoursMax} hours was left out` : undefined };
}

/** @throws ExtractError when nothing is said */
export function transcriptDocument({ parts, mediaType, warning }: Transcript, charsMax: number): ExtractedDocument {
  if (parts.length === 0) throw new ExtractError('Nobody speaks in this file, or no word could be made out', 'WARNING');
  const document = new DocumentBuilder(charsMax);
  for (const { text, startS, endS } of parts)
    document.verbatim('transcript', text, { seconds: { start: startS, end: endS } });
  if (warning) document.warn(warning);
  return document.build(mediaType);
}

const SECONDS_AN_HOUR = 3_600;
/** No utterance is longer. */
const MARGIN_S = 20;
