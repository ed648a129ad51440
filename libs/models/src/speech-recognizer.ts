/** A stretch of speech. */
export interface SpokenPart {
  /** Seconds from the beginning of the sound. */
  readonly startS: number;
  readonly endS: number;
  /** The spoken words, with punctuation. */
  readonly text: string;
}

/** A file with sound, and its known properties. */
export interface SoundFile {
  /** Readable by this process. */
  readonly path: string;
  /** Detected type, such as `audio/wav`, `video/mp4`. */
  readonly mediaType: string;
  /** Spoken language, ISO 639-1, if known. */
  readonly language?: string;
}

/** Recognises words in sound and in the sound of video. */
export abstract class SpeechRecognizer {
  /** Whether it can be used here, otherwise the reason and what to do. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /**
   * The spoken words, part by part in order; parts do not overlap, and silence is skipped. Ends early, without an
   * error, after `hoursMax` of sound.
   *
   * @throws AppError `unsupported_media_type` when the file has no readable sound, or its language is not supported;
   *   `unavailable`, `cancelled`, `rate_limited` when too many files wait
   */
  abstract transcribe(file: SoundFile, options?: { readonly signal?: AbortSignal }): AsyncIterable<SpokenPart>;

  /** Maximum hours of one file that are transcribed. */
  abstract readonly hoursMax: number;
}
