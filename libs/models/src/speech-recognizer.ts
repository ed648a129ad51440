/** A stretch of speech. */
export interface SpokenPart {
  /** Seconds from the beginning of the sound. */
  readonly startS: number;
  readonly endS: number;
  /** What is said, with punctuation. */
  readonly text: string;
}

/** A file with sound, and what is known of it. */
export interface SoundFile {
  /** Readable by this process. */
  readonly path: string;
  /** What its bytes are, such as `audio/wav`, `video/mp4`. */
  readonly mediaType: string;
  /** ISO 639-1, where it is known what is spoken. */
  readonly language?: string;
}

/** Words in sound and in the sound of video. */
export abstract class SpeechRecognizer {
  /** Whether it can be used here, and if not, why and what to do. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /**
   * What is said, part by part in order; parts do not overlap, and silence has none. Ends early, without an error,
   * after `hoursMax` of sound.
   *
   * @throws AppError `unsupported_media_type` when the file has no sound that can be read, or is in a language that
   * cannot be; `unavailable`, `cancelled`, `rate_limited` when too many files wait
   */
  abstract transcribe(file: SoundFile, options?: { readonly signal?: AbortSignal }): AsyncIterable<SpokenPart>;

  /** Hours of one file that are transcribed. */
  abstract readonly hoursMax: number;
}
