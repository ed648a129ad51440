import type { DocumentBuilder } from '../document-builder';
import { reasonOf } from '../extract-error';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';
import { readHtml } from './html';
import { boundedLexer, LEVELS_MAX, RUN_MARKS_MAX } from './markdown-lexer';

export const readMarkdownFile: FormatReader = async (source, document) => {
  await readMarkdown(decodedText(source, document), document);
};

/** Mark-up removed, as far as it can be understood; a front matter becomes properties. */
export async function readMarkdown(markdown: string, document: DocumentBuilder): Promise<void> {
  const { body, fields } = splitFrontMatter(markdown);
  document.describe({
    title: fields.get('title'),
    author: fields.get('author'),
    created: fields.get('date'),
    description: fields.get('description'),
    language: fields.get('lang') ?? fields.get('language'),
  });
  const html = await htmlOf(body, document);
  if (html === undefined) document.verbatim('paragraph', body);
  else readHtml(html, document);
}

async function htmlOf(markdown: string, document: DocumentBuilder): Promise<string | undefined> {
  const { Parser } = await import('marked');
  const kept = { runs: 0, nested: 0 };
  try {
    const lexer = await boundedLexer({ gfm: true }, kept);
    return Parser.parse(lexer.lex(markdown), { gfm: true });
  } catch (error) {
    document.warn(`The Markdown could not be parsed and was kept as it is written: ${reasonOf(error)}`);
    return undefined;
  } finally {
    document.lose(`Parts with more than ${RUN_MARKS_MAX} marks in one run were kept as written`, kept.runs);
    document.lose(`Parts nested deeper than ${LEVELS_MAX} levels were kept as written`, kept.nested);
  }
}

/** As it is written; its headings are told all the same, so that paragraphs know what they belong to. */
export function readKeptMarkdown(markdown: string, document: DocumentBuilder): void {
  const blocks: { kind: 'heading' | 'paragraph'; start: number; end: number; level?: number }[] = [];
  let start = 0;
  let fence = '';
  for (const { 0: line, index } of markdown.matchAll(/^.*$/gm)) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? '';
    if (mark !== '') fence = fence === '' ? mark : fence === mark ? '' : fence;
    const level = fence === '' ? /^ {0,3}(#{1,6})\s+\S/.exec(line)?.[1]?.length : undefined;
    if (level === undefined) continue;
    const end = index + line.trimEnd().length;
    blocks.push({ kind: 'paragraph', start, end: index }, { kind: 'heading', start: index, end, level });
    start = end;
  }
  blocks.push({ kind: 'paragraph', start, end: markdown.length });
  document.verbatimBlocks(markdown, blocks);
}

/** The `key: value` lines of a YAML block at the very start; deeper structure is left out. */
function splitFrontMatter(markdown: string): { body: string; fields: Map<string, string> } {
  const fields = new Map<string, string>();
  const block = /^\ufeff?---[ \t]*\r?\n([^]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown);
  if (!block || !/^[\w-]+[ \t]*:/m.test(block[1] ?? '')) return { body: markdown, fields };
  for (const [, name, value] of (block[1] ?? '').matchAll(/^([\w-]+)[ \t]*:[ \t]*(.+)$/gm)) {
    if (name && value) fields.set(name.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { body: markdown.slice(block[0].length), fields };
}
