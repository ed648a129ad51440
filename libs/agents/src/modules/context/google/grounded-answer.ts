import { cutTextAt, listAt, objectAt } from '../../provider-api/foreign-json';
import { webAddress, type WebFindings } from '../web-search/web-results';

const PARTS_MAX = 100;
const PAGES_MAX = 50;
const SUPPORTS_MAX = 500;
const TEXT_CHARS_MAX = 100_000;
const URL_CHARS_MAX = 2_048;
const TITLE_CHARS_MAX = 500;

/** The answer of a candidate of Gemini, and the pages that it comes from: with the sentences that each supports. */
export function groundedAnswer(candidate: unknown): Pick<WebFindings, 'answer' | 'results'> {
  const text = listAt(objectAt(candidate, 'content'), 'parts', PARTS_MAX)
    // Parts that the model thinks are no part of its answer.
    .filter((part) => objectAt(part)['thought'] !== true)
    .map((part) => cutTextAt(part, 'text', TEXT_CHARS_MAX) ?? '')
    .join('')
    .slice(0, TEXT_CHARS_MAX);
  const grounding = objectAt(candidate, 'groundingMetadata');
  const sentences = new Map<number, string[]>();
  for (const support of listAt(grounding, 'groundingSupports', SUPPORTS_MAX)) {
    const sentence = cutTextAt(objectAt(support, 'segment'), 'text', TEXT_CHARS_MAX);
    if (sentence === undefined) continue;
    for (const place of listAt(support, 'groundingChunkIndices', PAGES_MAX))
      if (typeof place === 'number') sentences.set(place, [...(sentences.get(place) ?? []), sentence]);
  }
  const results = listAt(grounding, 'groundingChunks', PAGES_MAX).flatMap((chunk, place) => {
    const page = objectAt(chunk, 'web');
    const url = webAddress(cutTextAt(page, 'uri', URL_CHARS_MAX + 1));
    const title = cutTextAt(page, 'title', TITLE_CHARS_MAX);
    const supported = sentences.get(place)?.join(' ').slice(0, TEXT_CHARS_MAX) ?? title;
    return url === undefined || supported === undefined ? [] : [{ url, text: supported, ...(title && { title }) }];
  });
  return {
    results,
    ...(text.trim() !== '' && { answer: { text, urls: [...new Set(results.map(({ url }) => url))] } }),
  };
}
