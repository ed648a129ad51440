import type { ErrorCode } from '@lectern/contracts/core';
import type { SpokenPart } from '../speech-recognizer';
import type { SoundSource } from './sound';

/** Initial data of a process, which transcribes one file. */
export interface SpeechSetup {
  /** Folder of the model. */
  readonly folder: string;
  readonly threads: number;
  readonly sound: SoundSource;
  /** Sound after this is skipped. */
  readonly secondsMax: number;
}

/** From the process. The last one is `ended` or `failed`. */
export type SpeechMessage =
  | { readonly kind: 'part'; readonly part: SpokenPart }
  /** A sign of life: nothing was said in a stretch of sound. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
