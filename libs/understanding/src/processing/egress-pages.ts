import { Egress } from '@lectern/egress';
import type { FetchedPage, PageFetcher } from '@lectern/extraction';
import { Injectable } from '@nestjs/common';

const PAGE_TIMEOUT_MS = 30_000;
/** Wait before fewer links to the same site are fetched. */
const PAGE_WAIT_MS = 60_000;
const PAGE_BYTES_MAX = 50 * 1024 * 1024;

/** Fetches pages through the guarded egress. */
@Injectable()
export class EgressPages implements PageFetcher {
  constructor(private readonly egress: Egress) {}

  async fetchPage(
    uri: string,
    { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<FetchedPage> {
    const limits = { timeoutMs: PAGE_TIMEOUT_MS, waitMs: PAGE_WAIT_MS, sizeBytesMax: PAGE_BYTES_MAX, failsFast: true };
    return this.egress.fetch(uri, { headers, signal, ...limits });
  }
}
