import { CodePointMap, splitSentences } from '@lectern/text';
import type { ExtractedDocument } from '../extract/document';
import type { Paragraph, Sentence } from './paragraph';
import { type SplitOptions, type Unit, unitsOf } from './units';

export interface ParagraphOptions extends SplitOptions {
  /** `{rid}/{letter}/{field}[/{split}]`, before every key. */
  readonly fieldId?: string;
  /** Cuts exactly at each occurrence, which belongs to no paragraph, and nowhere else. */
  readonly separator?: string;
  /** The language of a paragraph's text; that of the document when absent. */
  readonly languageOf?: (text: string) => string;
}

/** Paragraphs of a document in order, not overlapping, with their sentences; offsets in code points. */
export function splitDocument(document: ExtractedDocument, options: ParagraphOptions = {}): Paragraph[] {
  const units = options.separator ? unitsBetween(document, options.separator) : unitsOf(document, options);
  const map = new CodePointMap(document.text);
  const paged = document.pages.length > 0;
  return units.map((unit) => paragraphOf(unit, { document, map, paged, options }));
}

interface Context {
  readonly document: ExtractedDocument;
  readonly map: CodePointMap;
  readonly paged: boolean;
  readonly options: ParagraphOptions;
}

function paragraphOf(unit: Unit, { document, map, paged, options }: Context): Paragraph {
  const text = document.text.slice(unit.start, unit.end);
  const start = map.toCodePoint(unit.start);
  const end = map.toCodePoint(unit.end);
  const language = options.languageOf?.(text) ?? options.language ?? '';
  const prefix = options.fieldId ? `${options.fieldId}/` : '';
  return {
    start,
    end,
    start_seconds: unit.seconds.map((seconds) => Math.floor(seconds.start)),
    end_seconds: unit.seconds.map((seconds) => Math.ceil(seconds.end)),
    kind: kindOf(unit),
    classifications: [],
    sentences: sentencesOf(text, unit, { start, language, prefix }),
    key: `${prefix}${start}-${end}`,
    page: paged ? { page: unit.page, page_with_visual: false } : null,
    representation: unit.kind === 'table' ? { is_a_table: true, reference_file: '' } : null,
    relations: null,
    headings: unit.headings,
    language,
  };
}

function kindOf({ kind }: Unit): Paragraph['kind'] {
  if (kind === 'table') return 'TABLE';
  if (kind === 'ocr') return 'OCR';
  return kind === 'transcript' ? 'TRANSCRIPT' : 'TEXT';
}

interface SentenceContext {
  readonly start: number;
  readonly language: string;
  readonly prefix: string;
}

/** Rows of a table are its sentences. */
function sentencesOf(text: string, unit: Unit, { start, language, prefix }: SentenceContext): Sentence[] {
  const spans = unit.kind === 'table' ? linesOf(text) : splitSentences(text, language);
  return spans.map((span) => {
    const [from, to] = [start + span.start, start + span.end];
    return { start: from, end: to, key: `${prefix}${from}-${to}` };
  });
}

function linesOf(text: string): { start: number; end: number }[] {
  const map = new CodePointMap(text);
  return [...text.matchAll(/\S[^\n]*/g)].map(({ index, 0: line }) => ({
    start: map.toCodePoint(index),
    end: map.toCodePoint(index + line.trimEnd().length),
  }));
}

/** What lies between the separators, whatever the blocks were. */
function unitsBetween({ text, blocks }: ExtractedDocument, separator: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  let at = 0;
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    const from = start + part.indexOf(trimmed);
    while ((blocks[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= from) at += 1;
    const page = blocks[at]?.page ?? 0;
    if (trimmed !== '')
      units.push({ kind: 'paragraph', start: from, end: from + trimmed.length, page, headings: [], seconds: [] });
    start += part.length + separator.length;
  }
  return units;
}
