import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import type { FetchedPage, PageFetcher } from '../extract/link';

const PAGE_TIMEOUT_MS = 30_000;
const PAGE_BYTES_MAX = 50 * 1024 * 1024;

/** Fetches pages through the one guarded way out. */
@Injectable()
export class EgressPages implements PageFetcher {
  constructor(private readonly egress: Egress) {}

  async fetchPage(
    uri: string,
    { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<FetchedPage> {
    return this.egress.fetch(uri, { headers, signal, timeoutMs: PAGE_TIMEOUT_MS, sizeBytesMax: PAGE_BYTES_MAX });
  }
}
