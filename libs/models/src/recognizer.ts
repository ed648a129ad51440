/** Text in images. */
export abstract class Recognizer {
  /** Whether it can be used here, and if not, why. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /**
   * Text of one image (PNG, JPEG, TIFF, WebP…), lines in reading order.
   *
   * @param options languages ISO 639-1, those not installed are left out; English when none is
   * @throws AppError `unavailable`, `deadline_exceeded`, `cancelled`, `rate_limited` when too many images wait,
   * `unsupported_media_type` when the bytes are no image it reads
   */
  abstract recognize(
    image: Uint8Array,
    options: { readonly languages: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<string>;
}
