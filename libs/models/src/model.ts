/** A model in the catalogue. */
export interface ModelDescription {
  /** Also the id of its vectorset: `minilm-l6`. */
  readonly id: string;
  /** ISO 639-1 codes it was trained on; `*` when it does not depend on the language. */
  readonly languages: readonly string[];
}
