import { cutTextAt, listAt, numberAt, objectAt } from '../../provider-api/foreign-json';
import { webAddress, type WebFindings, type WebResult } from '../web-search/web-results';
import { isBelow, siteOf } from './sites';

const PARTS_MAX = 100;
const PAGES_MAX = 50;
const SUPPORTS_MAX = 500;
const TEXT_CHARS_MAX = 100_000;
const URL_CHARS_MAX = 2_048;
const TITLE_CHARS_MAX = 500;

/** What Gemini found. */
export interface GroundedAnswer extends Pick<WebFindings, 'answer' | 'results'> {
  /** How many pages were left out. */
  readonly leftOut: number;
}

/** A sentence of the answer, and the places of the pages that support it. */
interface Support {
  readonly text: string;
  readonly pages: readonly number[];
  readonly part: number;
  /** Bytes of UTF-8 in its part. */
  readonly from: number;
  readonly to: number;
}

/**
 * The answer of a candidate of Gemini, and the pages that it comes from: with the sentences that each supports.
 *
 * @param excluded domains whose pages are left out, and pages that do not say where they are from. Sentences that only
 *   these support are taken out of the answer; where that cannot be done, there is no answer
 */
export function groundedAnswer(candidate: unknown, excluded: readonly string[] = []): GroundedAnswer {
  const grounding = objectAt(candidate, 'groundingMetadata');
  const chunks = listAt(grounding, 'groundingChunks', PAGES_MAX).map((chunk) => objectAt(chunk, 'web'));
  const isOut = chunks.map((page) => excluded.length > 0 && isExcluded(page, excluded));
  const supports = supportsIn(grounding);
  const results = chunks.flatMap((page, place) => (isOut[place] ? [] : pageOf(page, place, supports)));
  const text = answerText(candidate, { supports, isOut });
  return {
    results,
    leftOut: isOut.filter(Boolean).length,
    ...(text.trim() !== '' && { answer: { text, urls: [...new Set(results.map(({ url }) => url))] } }),
  };
}

function supportsIn(grounding: unknown): readonly Support[] {
  return listAt(grounding, 'groundingSupports', SUPPORTS_MAX).flatMap((support) => {
    const segment = objectAt(support, 'segment');
    const text = cutTextAt(segment, 'text', TEXT_CHARS_MAX);
    if (text === undefined) return [];
    const pages = listAt(support, 'groundingChunkIndices', PAGES_MAX).filter((place) => typeof place === 'number');
    const part = numberAt(segment, 'partIndex') ?? 0;
    return [{ text, pages, part, from: numberAt(segment, 'startIndex') ?? 0, to: numberAt(segment, 'endIndex') ?? 0 }];
  });
}

function pageOf(page: unknown, place: number, supports: readonly Support[]): readonly WebResult[] {
  const url = webAddress(cutTextAt(page, 'uri', URL_CHARS_MAX + 1));
  const title = cutTextAt(page, 'title', TITLE_CHARS_MAX);
  const sentences = supports.filter(({ pages }) => pages.includes(place)).map(({ text }) => text);
  const text = sentences.length > 0 ? sentences.join(' ').slice(0, TEXT_CHARS_MAX) : title;
  return url === undefined || text === undefined ? [] : [{ url, text, ...(title && { title }) }];
}

function isExcluded(page: unknown, excluded: readonly string[]): boolean {
  const site = siteOf({
    url: cutTextAt(page, 'uri', URL_CHARS_MAX),
    title: cutTextAt(page, 'title', TITLE_CHARS_MAX),
    domain: cutTextAt(page, 'domain', TITLE_CHARS_MAX),
  });
  return site === undefined || excluded.some((domain) => isBelow(site, domain));
}

function answerText(
  candidate: unknown,
  { supports, isOut }: { readonly supports: readonly Support[]; readonly isOut: readonly boolean[] },
): string {
  const parts = listAt(objectAt(candidate, 'content'), 'parts', PARTS_MAX).map((part) =>
    // Parts that the model thinks are no part of its answer.
    objectAt(part)['thought'] === true ? '' : (cutTextAt(part, 'text', TEXT_CHARS_MAX) ?? ''),
  );
  const named = new Set(supports.flatMap(({ pages }) => pages));
  // Nobody knows which sentences come from a page that supports none by name.
  if (isOut.some((out, place) => out && !named.has(place))) return '';
  const unwanted = supports.filter(({ pages }) => pages.length > 0 && pages.every((place) => isOut[place]));
  const kept = parts.map((text, part) =>
    withoutSentences(
      text,
      unwanted.filter((one) => one.part === part),
    ),
  );
  // Foreign places may be wrong: what cannot be taken out is not shown.
  const isWhole = kept.every((text) => text !== undefined) && unwanted.every(({ part }) => part in parts);
  return isWhole ? kept.join('').slice(0, TEXT_CHARS_MAX) : '';
}

/** Undefined where a sentence is not at its place. */
function withoutSentences(text: string, sentences: readonly Support[]): string | undefined {
  if (sentences.length === 0) return text;
  const bytes = Buffer.from(text);
  if (!sentences.every((one) => isAt(one, bytes))) return undefined;
  const pieces: Buffer[] = [];
  let end = 0;
  for (const { from, to } of sentences.toSorted((one, other) => one.from - other.from)) {
    if (from > end) pieces.push(bytes.subarray(end, from));
    end = Math.max(end, to);
  }
  return Buffer.concat([...pieces, bytes.subarray(end)]).toString();
}

function isAt({ from, to, text }: Support, bytes: Buffer): boolean {
  const isRange = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to;
  return isRange && bytes.subarray(from, to).toString() === text;
}
