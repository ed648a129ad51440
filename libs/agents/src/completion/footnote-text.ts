/** Marks whose block is defined at the end of an answer: `[1]: block-AA`, one line for each. */
const definitions = /\n\s*(?:\[\d{1,3}\]:\s*block-[A-Z]{2}(?:-\d+)?\s*)+$/;
/** The end of a text that may become the beginning of definitions. */
const beginning = new RegExp(
  String.raw`\n\s*(?:\[\d{1,3}\]:\s*block-[A-Z]{2}(?:-\d+)?\s*)*` +
    String.raw`(?:\[\d{0,3}(?:\](?::\s*(?:b(?:l(?:o(?:c(?:k(?:-[A-Z]{0,2}(?:-\d*)?)?)?)?)?)?)?)?)?)?$`,
);
/** Characters of definitions; a text with more of what looks like them is no footnote. */
const TAIL_CHARS_MAX = 20_000;

/** An answer without the lines that say which block a mark means. */
export function withoutDefinitions(answer: string): string {
  const from = Math.max(0, answer.length - TAIL_CHARS_MAX);
  return answer.slice(0, from) + answer.slice(from).replace(definitions, '');
}

/** Pieces of an answer as they come, without those lines: holds back what may be the beginning of them. */
export class SpokenText {
  private held = '';

  /** @returns what can be said now */
  say(piece: string): string {
    const text = this.held + piece;
    const at = text.length > TAIL_CHARS_MAX ? -1 : text.search(beginning);
    this.held = at === -1 ? '' : text.slice(at);
    return at === -1 ? text : text.slice(0, at);
  }

  /** @returns what was held back and is no definition */
  end(): string {
    const rest = withoutDefinitions(this.held);
    this.held = '';
    return rest;
  }
}
