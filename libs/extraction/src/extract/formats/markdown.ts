import type { DocumentBuilder } from '../document-builder';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';
import { readHtml } from './html';
import { DEFINITIONS_MAX, htmlParts, LEVELS_MAX, nothingKept, RUN_MARKS_MAX } from './markdown-lexer';
import { PART_CHARS_MAX } from './markdown-parts';

const FRONT_MATTER = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n([^]{0,20000}?)\r?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|$)/;
const YAML_FIELD = /^([\w-]+)[ \t]*:[ \t]*(.*)$/gm;
const TOML_FIELD = /^([\w-]+)[ \t]*=[ \t]*(.*)$/gm;

export const readMarkdownFile: FormatReader = async (source, document) => {
  await readMarkdown(decodedText(source, document), document);
};

/** Mark-up removed, as far as it can be understood; a front matter becomes properties. */
export async function readMarkdown(markdown: string, document: DocumentBuilder): Promise<void> {
  const { body, fields } = splitFrontMatter(markdown);
  document.describe({
    title: fields.get('title'),
    description: fields.get('description'),
    language: fields.get('lang') ?? fields.get('language'),
  });
  const kept = nothingKept();
  readHtml(await htmlParts(body, kept), document);
  document.lose(`Parts with more than ${RUN_MARKS_MAX} marks in one run were kept as written`, kept.runs);
  document.lose(`Parts nested deeper than ${LEVELS_MAX} levels were kept as written`, kept.nested);
  document.lose(`Parts without a blank line in ${PART_CHARS_MAX} characters were kept as written`, kept.long);
  document.lose('Parts that are not valid Markdown were kept as written', kept.unparsed);
  document.lose(`Addresses of links beyond the first ${DEFINITIONS_MAX} in one part were left out`, kept.definitions);
}

/** As it is written; its headings are reported all the same, so that paragraphs know what they belong to. */
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

/** The `key: value` lines of a YAML block at the very start, or `key = value` of a TOML one; nothing deeper. */
function splitFrontMatter(markdown: string): { body: string; fields: Map<string, string> } {
  const fields = new Map<string, string>();
  const found = FRONT_MATTER.exec(markdown);
  const [whole = '', mark = '', block = ''] = found ?? [];
  const field = mark === '+++' ? TOML_FIELD : YAML_FIELD;
  const lines = [...block.matchAll(field)];
  if (lines.length === 0) return { body: markdown, fields };
  for (const [, name, value] of lines) {
    const text = value?.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (name && text && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), text);
  }
  return { body: markdown.slice(whole.length), fields };
}
