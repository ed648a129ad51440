/** Limits of one extraction. Past `outputCharsMax` the text is cut with a warning; past the others it fails. */
export interface ExtractLimits {
  /** Bytes of the file itself. */
  readonly fileBytesMax: number;
  /** Bytes that all archives within it, at any depth, may inflate to. */
  readonly inflatedBytesMax: number;
  /** UTF-16 units of text. */
  readonly outputCharsMax: number;
  /** Files within files. */
  readonly nestingMax: number;
  /** Attachments, archive members and the like that are read, at any depth. */
  readonly partsMax: number;
}

export const defaultLimits: ExtractLimits = {
  fileBytesMax: 256 * 1024 * 1024,
  inflatedBytesMax: 512 * 1024 * 1024,
  outputCharsMax: 20_000_000,
  nestingMax: 4,
  partsMax: 200,
};
