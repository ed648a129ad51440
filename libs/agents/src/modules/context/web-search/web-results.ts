import type { FrameChunk } from '@lectern/contracts/agents';
import { cutTextAt } from '../../provider-api/foreign-json';
import { textContext } from '../../text-context';

const RESULTS_MAX = 50;
const IMAGES_MAX = 50;
const URL_CHARS_MAX = 2_048;
const TITLE_CHARS_MAX = 500;
const TEXT_CHARS_MAX = 50_000;
const DATE_CHARS_MAX = 40;

/** A page that a search found. */
export interface WebResult {
  readonly url: string;
  readonly title?: string;
  /** Of the page, as far as the search returns it. */
  readonly text: string;
  /** As the search writes it. */
  readonly date?: string;
}

/** What a search found. */
export interface WebFindings {
  /** Best first. */
  readonly results: readonly WebResult[];
  /** The answer of a provider that answers. */
  readonly answer?: { readonly text: string; readonly urls: readonly string[] };
  /** Addresses of images. */
  readonly images?: readonly string[];
  /** For the step: questions that the provider suggests, tokens that it used. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Names of the members of a result. */
export interface ResultMembers {
  readonly text: string;
  readonly date?: string;
}

/** Pages in the list of a provider; those without a web address or without any text are left out. */
export function webResults(list: readonly unknown[], { text, date }: ResultMembers): readonly WebResult[] {
  const found = list.slice(0, RESULTS_MAX).flatMap((item): WebResult[] => {
    const url = webAddress(cutTextAt(item, 'url', URL_CHARS_MAX + 1));
    const title = cutTextAt(item, 'title', TITLE_CHARS_MAX);
    const content = cutTextAt(item, text, TEXT_CHARS_MAX) ?? title;
    if (url === undefined || content === undefined) return [];
    const published = date === undefined ? undefined : cutTextAt(item, date, DATE_CHARS_MAX);
    return [{ url, text: content, ...(title && { title }), ...(published && { date: published }) }];
  });
  const seen = new Set<string>();
  return found.filter((one) => !seen.has(one.url) && seen.add(one.url));
}

/** The addresses among foreign values that are addresses of web pages. */
export function webAddresses(values: readonly unknown[]): readonly string[] {
  const addresses = values
    .slice(0, RESULTS_MAX + IMAGES_MAX)
    .flatMap((value) => webAddress(typeof value === 'string' ? value : undefined) ?? []);
  return [...new Set(addresses)];
}

/** The address as it is written, when it is one of the web, without credentials. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > URL_CHARS_MAX) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

/** The answer first, then the pages. */
export function resultChunks(provider: string, { results, answer }: WebFindings): readonly FrameChunk[] {
  const [url] = answer?.urls ?? [];
  const answered = answer && {
    ...textContext({ id: ANSWER_ID, text: answer.text.slice(0, TEXT_CHARS_MAX), title: provider, ...(url && { url }) }),
    url: [...answer.urls],
  };
  const pages = results.map(({ url: address, title, text, date }) => ({
    ...textContext({ id: address, text, url: address, title: title ?? new URL(address).host }),
    ...(date && { metadata: { date } }),
  }));
  return [...(answered ? [answered] : []), ...pages];
}

/** Id of the chunk with the answer of a provider. */
export const ANSWER_ID = 'answer';
