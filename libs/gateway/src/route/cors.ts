import type { WireNames } from '@lectern/contracts/core';
import type { IncomingHttpHeaders } from 'node:http';
import { CONSOLE_HEADER } from '../request/console-request';

const EXPOSED = [
  'SVC-LEARNING-ID',
  'X-SVC-Trace-Id',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Tus-Resumable',
  'Tus-Upload-Finished',
  'has-more',
  'x-kbdb-roles',
  'Content-Disposition',
  'Content-Range',
  'Retry-After',
  'Mcp-Session-Id',
  'Preference-Applied',
  'KBDB-Resource',
  'KBDB-Field',
  'KBDB-Seq',
  'SVC-LEARNING-MODEL',
  'SVC-LEARNING-TRACE-ID',
  'SVC-LEARNING-CHAT-HISTORY',
  'X-SVC-File-Token',
  'X-SVC-Processing-Id',
];

const PREFLIGHT_MAX_AGE_S = 600;

/** Which pages may read what we answer. */
export class Cors {
  private readonly exposed: string;
  private readonly anyOrigin: boolean;

  constructor(
    private readonly origins: readonly string[],
    names: WireNames,
  ) {
    this.exposed = [...new Set(EXPOSED.flatMap((name) => [name, names.headerOut(name)]))].join(', ');
    this.anyOrigin = origins.includes('*');
  }

  /** Headers of every answer to a page, errors included; nothing for callers that are no pages. */
  headers(origin: string | undefined): Readonly<Record<string, string>> {
    if (origin === undefined) return {};
    if (this.anyOrigin) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': this.exposed };
    if (!this.origins.includes(origin)) return { vary: 'Origin' };
    return { 'access-control-allow-origin': origin, 'access-control-expose-headers': this.exposed, vary: 'Origin' };
  }

  /** A browser's question before the request itself; other OPTIONS requests do not count. */
  static isPreflight({ origin, 'access-control-request-method': method }: IncomingHttpHeaders): boolean {
    return origin !== undefined && method !== undefined;
  }

  /**
   * `*` does not cover `Authorization`, so the requested headers are repeated, without those that only the console's
   * own origin may send.
   */
  preflightHeaders(requested: string | undefined): Readonly<Record<string, string>> {
    const allowed = requested
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name.toLowerCase() !== CONSOLE_HEADER)
      .join(', ');
    return {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': requested ? `Authorization, ${allowed}` : 'Authorization, *',
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
    };
  }
}
