import { entityLabels, FIELD_LABELS_CHARS_MAX, sentencesAt } from '@lectern/contracts/core';
import type { ProcessingValue, UnderstoodField } from '@lectern/contracts/understanding';
import { CodePointMap } from '@lectern/text';
import type { Block, DocumentFacts, DocumentProperties, FieldProblem, Section } from '../extract/document';
import { extractProblem } from '../extract/extract-error';
import { Warnings } from '../extract/warnings';
import type { Paragraph } from '../split/paragraph';
import { type ParagraphOptions, splitSection } from '../split/split';
import type { OpenHeading } from '../split/units';
import { mentionsIn, type Entity, EntityTally, type EntityTallyState } from '@lectern/language';
import { languageOfPart, languageOfText, languagesOf } from './language';
import { paragraphBatches, textSlices } from './pieces';
import { summarize } from './summary';
import { headingTitle, ownTitle } from './title';

export interface UnderstandOptions {
  /** `{rid}/{letter}/{field}[/{split}]`, before the keys of paragraphs. */
  readonly fieldId?: string;
  /** Given by the caller; found when absent. */
  readonly language?: string;
  /** Whether names and a summary are extracted; true by default. */
  readonly mlText?: boolean;
  /** Longest paragraph in characters; the default when absent or 0. */
  readonly paragraphCharsMax?: number;
  /** The text is cut at each occurrence of it, instead of at blocks and sentences. */
  readonly splitter?: string;
}

/** State of earlier sections that the next one needs. */
export interface AnalysisState {
  readonly codePoints: number;
  readonly headings: readonly OpenHeading[];
  readonly paragraphs: number;
  readonly paragraphsLost: number;
  readonly namesReadChars: number;
  readonly namesUnreadChars: number;
  /** Of the first text. */
  readonly opening?: Opening;
  readonly languageChars: readonly (readonly [language: string, chars: number])[];
  readonly entities: EntityTallyState;
}

interface Opening {
  readonly language: string;
  readonly isShort: boolean;
  readonly title?: string;
  summary: string;
}

/** Of a field; a resource may have as many. */
export const PARAGRAPHS_MAX = 300_000;
/** Characters that are read for names: enough for the subject of a document. */
const NAMES_READ_CHARS_MAX = 4_000_000;
const NAMES_PART_CHARS = 1_000_000;
const SUMMARY_SENTENCES_MAX = 400;
/** Longer ones are no sentences that would sum anything up. */
const SUMMARY_SENTENCE_CHARS_MAX = 1_000;
/** Not worth asking for the language of each part. */
const SHORT_TEXT_CHARS = 300;

/**
 * Splits and enriches a field section by section. Pure; the same sections give the same values, whether they are added
 * to one analysis or to another one that continues from its state.
 */
export class FieldAnalysis {
  private codePoints: number;
  private readonly headings: OpenHeading[];
  private paragraphs: number;
  private paragraphsLost: number;
  private namesReadChars: number;
  private namesUnreadChars: number;
  private opening: Opening | undefined;
  private readonly languageChars: Map<string, number>;
  private readonly entities: EntityTally;

  constructor(
    private readonly options: UnderstandOptions,
    state?: AnalysisState,
  ) {
    this.codePoints = state?.codePoints ?? 0;
    this.headings = [...(state?.headings ?? [])];
    this.paragraphs = state?.paragraphs ?? 0;
    this.paragraphsLost = state?.paragraphsLost ?? 0;
    this.namesReadChars = state?.namesReadChars ?? 0;
    this.namesUnreadChars = state?.namesUnreadChars ?? 0;
    this.opening = state?.opening && { ...state.opening };
    this.languageChars = new Map(state?.languageChars);
    this.entities = new EntityTally(state?.entities);
  }

  get state(): AnalysisState {
    const { codePoints, headings, paragraphs, paragraphsLost, namesReadChars, namesUnreadChars, opening } = this;
    const languageChars = [...this.languageChars];
    const counts = { codePoints, paragraphs, paragraphsLost, namesReadChars, namesUnreadChars };
    return { ...counts, headings, opening, languageChars, entities: this.entities.state };
  }

  /** Texts and paragraphs of a section. @param paged whether the document has pages */
  *add(section: Section, { properties, paged }: AddOptions): Generator<ProcessingValue> {
    if (section.text === '') return;
    const isFirst = this.opening === undefined && section.text.trim() !== '';
    if (isFirst) this.opening = this.openingOf(section, properties);
    const offset = this.codePoints;
    const { mlText = true } = this.options;
    const sentences = isFirst && mlText ? new SummarySentences(section, offset) : undefined;
    yield* textSlices(section.text);
    yield* paragraphBatches(this.paragraphsOf(section, paged, sentences));
    if (this.opening && sentences) this.opening.summary = summarize(sentences.texts, this.opening.language);
    if (mlText) this.findNames(section.text, offset);
  }

  /** Results of all sections. @param problem why not all of the content was read */
  finish(facts: DocumentFacts, problem?: FieldProblem): UnderstoodField {
    const { properties, mediaType, links, pages } = facts;
    const entities = this.entities.entities();
    const { language, title, summary } = this.opening ?? { language: '', title: undefined, summary: '' };
    const problems = [...facts.warnings, ...this.warnings(entities), ...(problem ? [problem] : [])];
    if (!this.opening && problems.length === 0)
      problems.push(extractProblem(`The content has no text (${mediaType})`, 'WARNING'));
    return {
      title: ownTitle(properties) ?? title,
      summary,
      language,
      languages: languagesOf(this.languageChars, language),
      mimeType: mediaType,
      entities,
      links,
      errors: problems.map(({ code, severity, body }) => ({ code, severity, text: body })),
      page: { title: properties.title, description: properties.description, image: properties.image },
      pages,
    };
  }

  private warnings(entities: readonly Entity[]): FieldProblem[] {
    const warnings = new Warnings();
    warnings.lose(`Paragraphs beyond ${PARAGRAPHS_MAX}, the limit of a field, cannot be found`, this.paragraphsLost);
    this.entities.warn(warnings);
    warnings.lose(
      `Rarer names beyond ${FIELD_LABELS_CHARS_MAX} characters, repeated for each paragraph, are no filters`,
      entities.length - entityLabels(entities, this.paragraphs).length,
    );
    warnings.lose(
      `Names were looked for in the first ${NAMES_READ_CHARS_MAX} characters; characters after them`,
      this.namesUnreadChars,
    );
    return warnings.list();
  }

  private openingOf(section: Section, properties: DocumentProperties): Opening {
    return {
      language: languageOfText(section.text, { given: this.options.language, declared: properties.language }),
      isShort: section.text.length < SHORT_TEXT_CHARS,
      title: headingTitle(section),
      summary: '',
    };
  }

  private *paragraphsOf(section: Section, paged: boolean, sentences?: SummarySentences): Generator<Paragraph> {
    const { language = '', isShort = true } = this.opening ?? {};
    const languageOf = isShort ? undefined : (part: string) => languageOfPart(part, language);
    const options: ParagraphOptions = { ...this.options, language, languageOf, paged };
    const position = { codePoints: this.codePoints, headings: this.headings };
    for (const paragraph of splitSection(section, options, position)) {
      const chars = paragraph.end - paragraph.start;
      this.languageChars.set(paragraph.language, (this.languageChars.get(paragraph.language) ?? 0) + chars);
      sentences?.take(paragraph);
      if (this.paragraphs >= PARAGRAPHS_MAX) {
        this.paragraphsLost += 1;
        continue;
      }
      this.paragraphs += 1;
      yield paragraph;
    }
    this.codePoints = position.codePoints;
  }

  private findNames(text: string, offset: number): void {
    const read = text.slice(0, Math.max(0, NAMES_READ_CHARS_MAX - this.namesReadChars));
    this.namesReadChars += read.length;
    this.namesUnreadChars += text.length - read.length;
    let codePoints = offset;
    for (let start = 0; start < read.length;) {
      const part = read.slice(start, partEnd(read, start));
      const map = new CodePointMap(part);
      this.entities.add(mentionsIn(part, this.opening?.language ?? '', this.entities.people()), map, codePoints);
      start += part.length;
      codePoints += map.length;
    }
  }
}

/** Names are searched in parts, so that the places found in one do not fill the memory. */
function partEnd(text: string, start: number): number {
  const end = start + NAMES_PART_CHARS;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf('\n', end);
  const space = text.lastIndexOf(' ', end);
  if (line > start + NAMES_PART_CHARS / 2) return line;
  return space > start + NAMES_PART_CHARS / 2 ? space : end;
}

interface AddOptions {
  readonly properties: DocumentProperties;
  readonly paged: boolean;
}

/** Gathers running text: no tables, no headings. */
class SummarySentences {
  readonly texts: string[] = [];
  private readonly map: CodePointMap;
  private readonly headings: ReadonlySet<number>;

  constructor(
    private readonly section: Section,
    private readonly offset: number,
  ) {
    this.map = new CodePointMap(section.text);
    const isHeading = ({ kind }: Block) => kind === 'heading';
    this.headings = new Set(section.blocks.filter(isHeading).map(({ start }) => start));
  }

  take({ kind, sentences }: Paragraph): void {
    if (kind === 'TABLE') return;
    for (const { start, end } of sentencesAt(sentences)) {
      if (this.texts.length >= SUMMARY_SENTENCES_MAX) return;
      const from = this.map.toUtf16(start - this.offset);
      if (this.headings.has(from) || end - start > SUMMARY_SENTENCE_CHARS_MAX) continue;
      this.texts.push(this.section.text.slice(from, this.map.toUtf16(end - this.offset)));
    }
  }
}
