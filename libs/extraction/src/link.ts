import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import { ExtractError, foreignReason } from './extract/extract-error';
import type { PageOptions } from './extract/page';

/** A page that is to be read. */
export interface LinkContent {
  readonly uri: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly cssSelector?: string;
  readonly xpath?: string;
  /** Keeps the main content of a page, which is what happens when absent; all of it when false. */
  readonly mainContent?: boolean;
}

export interface FetchedPage {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Where it was found after all redirections. */
  readonly url: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The only way out: guarded against addresses of this network, bounded in time. */
export interface PageFetcher {
  /** @throws AppError or Error when there is no answer */
  fetchPage(
    uri: string,
    options: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<FetchedPage>;
}

/** Content of a link, ready to be read as a page or as a file. */
export interface FetchedContent {
  /** Fails with an ExtractError, or an AppError `cancelled`. */
  readonly body: Readable;
  readonly contentType?: string;
  readonly filename?: string;
  readonly page: PageOptions;
}

const PAGE_BYTES_MAX = 50 * 1024 * 1024;
/** Belong to the connection, not to the client. */
const notForwarded = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
]);

/**
 * @throws ExtractError when the address gives nothing that could be read; AppError `cancelled`, `rate_limited`,
 *   `unavailable`
 */
export async function fetchLink(
  link: LinkContent,
  fetcher: PageFetcher,
  signal?: AbortSignal,
): Promise<FetchedContent> {
  const fetched = await ask(link, fetcher, signal);
  if (fetched.status < 200 || fetched.status > 299) throw refusedLink(fetched.status);
  const { cssSelector, xpath, mainContent = true } = link;
  return {
    body: Readable.from(bounded(fetched.body), { objectMode: false }),
    contentType: fetched.headers['content-type'],
    filename: filenameOf(fetched),
    page: { address: fetched.url, cssSelector, xpath, mainContent },
  };
}

async function ask(link: LinkContent, fetcher: PageFetcher, signal?: AbortSignal): Promise<FetchedPage> {
  try {
    return await fetcher.fetchPage(link.uri, { headers: linkHeaders(link), signal });
  } catch (error) {
    if (error instanceof AppError && (['cancelled', 'rate_limited'].includes(error.code) || mayComeLater(error)))
      throw error;
    throw new ExtractError(
      `The address cannot be reached (${foreignReason(error)}): check it, or try again later`,
      'ERROR',
      { cause: error },
    );
  }
}

/** It was not asked at all. */
function mayComeLater({ details }: AppError): boolean {
  return details.headers?.['retry-after'] !== undefined;
}

function linkHeaders({ headers = {}, cookies = {} }: LinkContent): Record<string, string> {
  const sent: Record<string, string> = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [name, value] of Object.entries(headers)) {
    if (!notForwarded.has(name.toLowerCase())) sent[name.toLowerCase()] = value;
  }
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  if (pairs.length > 0) sent['cookie'] = [sent['cookie'], ...pairs].filter(Boolean).join('; ');
  return sent;
}

function refusedLink(status: number): ExtractError {
  const text = `The address answered ${status}${STATUS_CODES[status] ? ` (${STATUS_CODES[status]})` : ''}`;
  if (status === 401 || status === 403)
    return new ExtractError(`${text}: it asks for a sign-in; give it in headers or cookies`);
  if (status === 404 || status === 410) return new ExtractError(`${text}: check the address`);
  if (status === 429 || status >= 500) return new ExtractError(`${text}: process the field again later`);
  return new ExtractError(text);
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > PAGE_BYTES_MAX)
        throw new ExtractError(`The page is larger than ${PAGE_BYTES_MAX / 1_048_576} MiB, which is the limit`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ExtractError || (error instanceof AppError && error.code === 'cancelled')) throw error;
    throw new ExtractError(`The page broke off while it was fetched (${foreignReason(error)})`, 'ERROR', {
      cause: error,
    });
  }
}

/** From Content-Disposition, else the last segment of the path. */
function filenameOf({ headers, url }: FetchedPage): string | undefined {
  const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
  const last = named ?? (URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined);
  try {
    return last ? decodeURIComponent(last) : undefined;
  } catch {
    return last;
  }
}
