import { createTusUpload } from '@lectern/contracts/knowledge-box';
import { requestUrl } from '@lectern/client';
import { DefaultHttpStack, DetailedError, type HttpRequest, type HttpStack, Upload } from 'tus-js-client';
import { connection } from '../../api/connection';
import { CONSOLE_HEADER, isFromProxy, request } from '../../api/request';
import type { Source, Transfer, TransferListener } from './addition';
import { strategyMembers } from './chosen-strategies';
import { failureOf } from './failure-of';

type FileSource = Extract<Source, { readonly kind: 'file' }>;

/** A file goes in pieces, so that what breaks off is little; the server takes 10,000 per upload. */
const PIECE_BYTES = 64 * 1024 * 1024;
/** The server may be busy for a while: three minutes in all. */
const RETRIES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];
const RESOURCE = /\/resources\/([0-9a-f]{32})/;

/** Where uploads of a box begin. */
export function uploadsOf(kbid: string): string {
  return requestUrl(String(createTusUpload.http?.path), { kbid });
}

/** Sends a file by the TUS protocol. An upload of the same file that was cut off, by a reload even, is continued. */
export function sendFile(kbid: string, source: FileSource, listener: TransferListener): Transfer {
  let isStopped = false;
  const { file } = source;
  const upload = new Upload(file, {
    endpoint: uploadsOf(kbid),
    headers: { ...CONSOLE_HEADER },
    metadata: {
      filename: file.name,
      ...(file.type !== '' && { content_type: file.type }),
      ...strategyMembers(source),
    },
    chunkSize: PIECE_BYTES,
    retryDelays: RETRIES_MS,
    removeFingerprintOnSuccess: true,
    httpStack: new InterfaceStack(source),
    onShouldRetry: ({ originalResponse }) => mayPass(originalResponse?.getStatus(), originalResponse?.getBody()),
    onProgress: (sentBytes) => listener.onProgress(sentBytes),
    onSuccess: ({ lastResponse }) => {
      const [, rid = ''] = RESOURCE.exec(lastResponse.getHeader('KBDB-Resource') ?? '') ?? [];
      listener.onAdded(rid);
    },
    onError: (error) => listener.onFailure(refusal(error)),
  });
  void start(upload, () => isStopped);
  return {
    stop: () => {
      isStopped = true;
      void upload.abort();
    },
  };
}

async function start(upload: Upload, isStopped: () => boolean): Promise<void> {
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  if (!isStopped()) upload.start();
}

function refusal(error: Error) {
  // Anything else comes from reading the file: it was moved, changed or is not readable.
  if (!(error instanceof DetailedError)) return { kind: 'unreadable' } as const;
  const failure = failureOf(error.originalResponse?.getStatus(), error.originalResponse?.getBody());
  // Reading the session says everywhere that it has ended.
  if (failure.kind === 'signed-out') void request('/console/session');
  return failure;
}

/**
 * A conflict is a duplicate file, or an offset that the next answer of the server corrects. The whole page waits for a
 * server that is down.
 */
function mayPass(status = 0, body = ''): boolean {
  if (status === 409) return failureOf(status, body).kind !== 'duplicate';
  return status === 429 || (status >= 500 && failureOf(status, body).kind !== 'away');
}

/** Tells the page whether the server answers. */
function reported(call: HttpRequest): HttpRequest {
  const send = call.send.bind(call);
  call.send = async (body) => {
    try {
      const answer = await send(body);
      connection.report(isFromProxy(answer.getStatus(), answer.getHeader('content-type')));
      return answer;
    } catch (error) {
      connection.report(true);
      throw error;
    }
  };
  return call;
}

/** The console stays at its own origin, and describes the resource with the first request of an upload. */
class InterfaceStack extends DefaultHttpStack implements HttpStack {
  constructor(private readonly source: FileSource) {
    super({});
  }

  override createRequest(method: string, url: string): HttpRequest {
    const call = reported(super.createRequest(method, atOwnOrigin(url)));
    if (method !== 'POST' || this.source.path === this.source.file.name) return call;
    const send = call.send.bind(call);
    call.send = () => {
      call.setHeader('Content-Type', 'application/json');
      return send(JSON.stringify({ origin: { path: this.source.path } }));
    };
    return call;
  }
}

/** The server may name another one that it is reached at, where the session does not count. */
function atOwnOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  // Uploads that were interrupted before the server said whole addresses.
  const path = pathname.startsWith('/kb/') ? `/api/v1${pathname}` : pathname;
  return `${window.location.origin}${path}${search}`;
}
