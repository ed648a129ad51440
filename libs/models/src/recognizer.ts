/** Positions of the words of one image, in pixels from its upper left corner; y grows downwards. */
export interface RecognizedPage {
  /** Size of the image. */
  readonly page: { readonly width: number; readonly height: number };
  /** Words in reading order; `line` counts lines of the image, from 0. */
  readonly tokens: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly text: string;
    readonly line: number;
  }[];
}

/** The text found in an image. */
export interface Recognition {
  /** Lines in reading order. */
  readonly text: string;
  /** One per image of the file, since a TIFF may have several; empty if the positions of words are unknown. */
  readonly pages: readonly RecognizedPage[];
}

/** Recognises text in images. */
export abstract class Recognizer {
  /** Whether it can be used here, otherwise the reason. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /**
   * The text of one image (PNG, JPEG, TIFF, WebP…) with its positions.
   *
   * @param options languages ISO 639-1; those not installed are ignored, and English is used when none is installed
   * @throws AppError `unavailable`, `deadline_exceeded`, `cancelled`, `rate_limited` when too many images wait,
   *   `unsupported_media_type` when the bytes are not a readable image
   */
  abstract recognize(
    image: Uint8Array,
    options: { readonly languages: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<Recognition>;
}
