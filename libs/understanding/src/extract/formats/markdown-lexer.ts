import type { Lexer, MarkedOptions, Token, TokensList } from 'marked';

/** What was too much for the parser. */
export interface KeptAsWritten {
  /** Runs of text with too many marks. */
  runs: number;
  /** Parts nested too deeply. */
  nested: number;
}

/** The parser's time grows with the third power of these in one run of text. */
export const RUN_MARKS_MAX = 600;
/** It calls itself for each level. */
export const LEVELS_MAX = 60;
const MARK = /[*_~`[\]<!&]/g;

/** A lexer of marked that gives up on parts that only hostile texts have: they stay as they are written. */
export async function boundedLexer(options: MarkedOptions, kept: KeptAsWritten): Promise<Lexer> {
  const marked = await import('marked');

  class BoundedLexer extends marked.Lexer {
    private level = 0;

    override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
    override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
    override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
      if (this.level >= LEVELS_MAX) {
        kept.nested += 1;
        tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [textToken(src)] });
        return tokens;
      }
      this.level += 1;
      try {
        return super.blockTokens(src, tokens, lastParagraphClipped);
      } finally {
        this.level -= 1;
      }
    }

    override inlineTokens(src: string, tokens: Token[] = []): Token[] {
      if (!hasManyMarks(src)) return super.inlineTokens(src, tokens);
      kept.runs += 1;
      tokens.push(textToken(src));
      return tokens;
    }
  }
  return new BoundedLexer(options);
}

function textToken(src: string): Token {
  return { type: 'text', raw: src, text: src, escaped: false };
}

function hasManyMarks(src: string): boolean {
  if (src.length <= RUN_MARKS_MAX) return false;
  let marks = 0;
  MARK.lastIndex = 0;
  while (MARK.test(src)) {
    marks += 1;
    if (marks > RUN_MARKS_MAX) return true;
  }
  return false;
}
