/** Where the words of one image stand, in pixels of it from its upper left corner; y grows downwards. */
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

/** What was read in an image. */
export interface Recognition {
  /** Lines in reading order. */
  readonly text: string;
  /** One for each image of the file, such as a TIFF has; empty where the places of words are not known. */
  readonly pages: readonly RecognizedPage[];
}

/** Text in images. */
export abstract class Recognizer {
  /** Whether it can be used here, and if not, why. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /**
   * Text of one image (PNG, JPEG, TIFF, WebP…) and where it stands.
   *
   * @param options languages ISO 639-1, those not installed are left out; English when none is
   * @throws AppError `unavailable`, `deadline_exceeded`, `cancelled`, `rate_limited` when too many images wait,
   * `unsupported_media_type` when the bytes are no image it reads
   */
  abstract recognize(
    image: Uint8Array,
    options: { readonly languages: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<Recognition>;
}
