import type { Lexer, MarkedOptions, Token, TokensList } from 'marked';
import { markdownParts, PART_CHARS_MAX } from './markdown-parts';

/** Counts of content beyond the limits of the parser. */
export interface KeptAsWritten {
  /** Runs of text with too many marks. */
  runs: number;
  /** Parts nested too deeply. */
  nested: number;
  /** Parts that are too long. */
  long: number;
  unparsed: number;
  /** Addresses that are named in one place and used in another one; these are not kept. */
  definitions: number;
}

export const nothingKept = (): KeptAsWritten => ({ runs: 0, nested: 0, long: 0, unparsed: 0, definitions: 0 });

/** The parser looks through all of them for each run of text. */
export const DEFINITIONS_MAX = 2_000;
/** The parser's time grows with the third power of these in one run of text. */
export const RUN_MARKS_MAX = 600;
/** It calls itself for each level. */
export const LEVELS_MAX = 60;
const MARK = /[*_~`[\]<!&]/g;
const OPTIONS: MarkedOptions = { gfm: true };

type Marked = typeof import('marked');
type Links = TokensList['links'];

/** HTML of Markdown, in parts that belong together. What the parser cannot take is in it as it is written. */
export async function htmlParts(markdown: string, kept: KeptAsWritten): Promise<Iterable<string>> {
  const marked = await import('marked');
  const links = markdown.length > PART_CHARS_MAX ? definitionsIn(markdown, marked) : {};
  const newLexer = boundedLexer(marked, kept);
  return (function* () {
    for (const part of markdownParts(markdown)) yield htmlOf(part, newLexer(links));
  })();

  function htmlOf(part: string, lexer: Lexer): string {
    if (part.length > PART_CHARS_MAX) {
      kept.long += 1;
      return asWritten(part);
    }
    try {
      return marked.Parser.parse(lexer.lex(part), OPTIONS);
    } catch {
      kept.unparsed += 1;
      return asWritten(part);
    }
  }
}

function asWritten(markdown: string): string {
  return `<pre>${markdown.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</pre>`;
}

/** A part may use what another one defines. */
function definitionsIn(markdown: string, { Lexer }: Marked): Links {
  const lines: string[] = [];
  for (const [line] of markdown.matchAll(DEFINITION)) {
    lines.push(line);
    if (lines.length >= DEFINITIONS_MAX) break;
  }
  const lexer = new Lexer(OPTIONS);
  lexer.lex(lines.join('\n'));
  return lexer.tokens.links;
}

const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,10}\S.{0,2000}$/gm;

/** A lexer of marked that gives up on parts that only hostile texts have: they stay as they are written. */
function boundedLexer(marked: Marked, kept: KeptAsWritten): (links: Links) => Lexer {
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
        if (this.level === 0) this.dropDefinitions();
      }
    }

    override inlineTokens(src: string, tokens: Token[] = []): Token[] {
      if (!hasManyMarks(src)) return super.inlineTokens(src, tokens);
      kept.runs += 1;
      tokens.push(textToken(src));
      return tokens;
    }

    private dropDefinitions(): void {
      const { links } = this.tokens;
      const names = Object.keys(links).slice(DEFINITIONS_MAX);
      for (const name of names) delete links[name];
      kept.definitions += names.length;
    }
  }
  return (links) => {
    const lexer = new BoundedLexer(OPTIONS);
    Object.assign(lexer.tokens.links, links);
    return lexer;
  };
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
