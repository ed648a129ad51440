import { CodePointMap, splitSentences } from '@lectern/text';
import type { Section } from '../extract/document';
import type { Paragraph } from './paragraph';
import { cutUnits } from './cut-units';
import { type OpenHeading, type SplitOptions, type Unit, unitsOf } from './units';

export interface ParagraphOptions extends SplitOptions {
  /** `{rid}/{letter}/{field}[/{split}]`, before every key. */
  readonly fieldId?: string;
  /** The language of a paragraph's text; that of the document when absent. */
  readonly languageOf?: (text: string) => string;
  /** The text is cut at each occurrence of it, and nowhere else; as `unitsOf` does when absent. */
  readonly splitter?: string;
  /** Whether the document has pages. */
  readonly paged?: boolean;
}

/** Where a section begins in its document; changed to where the next one begins. */
export interface SplitPosition {
  codePoints: number;
  readonly headings: OpenHeading[];
}

/** Of one paragraph: the last of them holds the rest. */
const SENTENCES_MAX = 1_000;

/**
 * Paragraphs of a section in order, not overlapping, with their sentences, made one by one; offsets in code points of
 * the document.
 */
export function* splitSection(
  section: Section,
  options: ParagraphOptions = {},
  position: SplitPosition = { codePoints: 0, headings: [] },
): Generator<Paragraph> {
  const { splitter } = options;
  const { headings } = position;
  const units = splitter ? cutUnits(section, { ...options, splitter }, headings) : unitsOf(section, options, headings);
  const map = new CodePointMap(section.text);
  const context = { section, map, offset: position.codePoints, options };
  position.codePoints += map.length;
  for (const unit of units) yield paragraphOf(unit, context);
}

interface Context {
  readonly section: Section;
  readonly map: CodePointMap;
  readonly offset: number;
  readonly options: ParagraphOptions;
}

function paragraphOf(unit: Unit, { section, map, offset, options }: Context): Paragraph {
  const text = section.text.slice(unit.start, unit.end);
  const start = offset + map.toCodePoint(unit.start);
  const end = offset + map.toCodePoint(unit.end);
  const language = options.languageOf?.(text) ?? options.language ?? '';
  const prefix = options.fieldId ? `${options.fieldId}/` : '';
  return {
    start,
    end,
    start_seconds: unit.seconds.map((seconds) => Math.floor(seconds.start)),
    end_seconds: unit.seconds.map((seconds) => Math.ceil(seconds.end)),
    kind: paragraphKind(unit),
    classifications: [],
    sentences: sentencesOf(text, unit, { start, language }),
    key: `${prefix}${start}-${end}`,
    page: options.paged ? { page: unit.page, page_with_visual: false } : null,
    representation: unit.kind === 'table' ? { is_a_table: true, reference_file: unit.reference ?? '' } : null,
    relations: null,
    headings: unit.headings,
    language,
  };
}

function paragraphKind({ kind }: Unit): Paragraph['kind'] {
  if (kind === 'table') return 'TABLE';
  if (kind === 'ocr') return 'OCR';
  return kind === 'transcript' ? 'TRANSCRIPT' : 'TEXT';
}

interface SentenceContext {
  readonly start: number;
  readonly language: string;
}

/** Rows of a table are its sentences. */
function sentencesOf(text: string, unit: Unit, { start, language }: SentenceContext): number[] {
  const spans = unit.kind === 'table' ? lineSpans(text) : splitSentences(text, language);
  const last = spans.at(-1)?.end ?? 0;
  return spans
    .slice(0, SENTENCES_MAX)
    .flatMap((span, at) => [start + span.start, start + (at === SENTENCES_MAX - 1 ? last : span.end)]);
}

function lineSpans(text: string): { start: number; end: number }[] {
  const map = new CodePointMap(text);
  return [...text.matchAll(/\S[^\n]*/g)].map(({ index, 0: line }) => ({
    start: map.toCodePoint(index),
    end: map.toCodePoint(index + line.trimEnd().length),
  }));
}
