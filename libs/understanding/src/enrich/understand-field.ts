import { CodePointMap } from '@lectern/text';
import type { DocumentProperties, ExtractedDocument, FieldProblem, SheetPreview } from '../extract/document';
import type { Paragraph } from '../split/paragraph';
import { splitDocument } from '../split/split';
import { findEntities } from './entities/entities';
import type { Entity } from './entities/mention';
import { keyPhrases } from './key-phrases';
import { languageOfPart, languageOfText, languagesOf } from './language';
import { summarize } from './summary';
import { titleOf } from './title';

export interface UnderstandOptions {
  /** `{rid}/{letter}/{field}[/{split}]`, before the keys of paragraphs. */
  readonly fieldId?: string;
  /** Given by the caller; found when absent. */
  readonly language?: string;
  /** Cuts exactly at each occurrence. */
  readonly separator?: string;
  /** Longest paragraph in characters; the default when absent or 0. */
  readonly paragraphCharsMax?: number;
  /** False leaves entities, summary and key phrases empty. */
  readonly enrich?: boolean;
}

/** What is known of a field after it was read. All offsets are code points. */
export interface UnderstoodDocument {
  readonly text: string;
  /** ISO 639-1, or empty. */
  readonly language: string;
  /** The main one first. */
  readonly languages: readonly string[];
  readonly paragraphs: readonly Paragraph[];
  /** What the document calls itself. */
  readonly title?: string;
  /** Empty for short texts. */
  readonly summary: string;
  readonly entities: readonly Entity[];
  readonly keyPhrases: readonly string[];
  readonly links: readonly string[];
  readonly mimeType: string;
  readonly properties: DocumentProperties;
  /** Range of each page in the text; empty where there are none. */
  readonly pages: readonly { readonly start: number; readonly end: number }[];
  readonly sheets: readonly SheetPreview[];
  readonly errors: readonly FieldProblem[];
}

const SUMMARY_SENTENCES_MAX = 400;

/** Splits and enriches what was extracted. Pure; time grows with the text, below a millisecond for a short one. */
export function understandField(document: ExtractedDocument, options: UnderstandOptions = {}): UnderstoodDocument {
  const { text } = document;
  const language = languageOfText(text, { given: options.language, declared: document.properties.language });
  const short = text.length < SHORT_TEXT_CHARS;
  const languageOf = short ? undefined : (part: string) => languageOfPart(part, language);
  const paragraphs = splitDocument(document, { ...options, language, languageOf });
  const map = new CodePointMap(text);
  const parts = paragraphs.map((paragraph) => ({
    language: paragraph.language,
    chars: paragraph.end - paragraph.start,
  }));
  const enrich = options.enrich !== false;
  return {
    text,
    language,
    languages: languagesOf(parts, language),
    paragraphs,
    title: titleOf(document),
    summary: enrich ? summarize(sentencesOf(document, paragraphs, map), language) : '',
    entities: enrich ? findEntities(text, language) : [],
    keyPhrases: enrich ? keyPhrases(text, language) : [],
    links: document.links,
    mimeType: document.mediaType,
    properties: document.properties,
    pages: document.pages.map(({ start, end }) => ({ start: map.toCodePoint(start), end: map.toCodePoint(end) })),
    sheets: document.sheets,
    errors: document.warnings,
  };
}

/** Nothing but the reason why there is nothing. */
export function nothingUnderstood(problem: FieldProblem): UnderstoodDocument {
  const nothing = { text: '', language: '', summary: '', mimeType: '', properties: {} };
  return {
    ...nothing,
    languages: [],
    paragraphs: [],
    entities: [],
    keyPhrases: [],
    links: [],
    pages: [],
    sheets: [],
    errors: [problem],
  };
}

/** Running text only: no tables, no headings. */
function sentencesOf(document: ExtractedDocument, paragraphs: readonly Paragraph[], map: CodePointMap): string[] {
  const headings = new Set(document.blocks.filter(({ kind }) => kind === 'heading').map(({ start }) => start));
  const sentences: string[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.kind === 'TABLE') continue;
    for (const { start, end } of paragraph.sentences) {
      const from = map.toUtf16(start);
      if (!headings.has(from)) sentences.push(document.text.slice(from, map.toUtf16(end)));
      if (sentences.length >= SUMMARY_SENTENCES_MAX) return sentences;
    }
  }
  return sentences;
}

/** Not worth asking for the language of each part. */
const SHORT_TEXT_CHARS = 300;
