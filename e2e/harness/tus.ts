import { Readable } from 'node:stream';
import {
  DefaultHttpStack,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
  Upload,
  type UploadOptions,
} from 'tus-js-client';
import type { KnowledgeBoxClient } from './client';

/** Smaller than what sockets hold. */
const PIECE_BYTES = 65_536;
const RETRIES_MS = [0, 200, 1_000];

/** Options of an upload in a test. */
export interface TusOptions {
  /** Below the knowledge box: empty for a new resource, or `/resource/{rid}/file/{field_id}`. */
  readonly target?: string;
  /** Continues an upload: its `Location`, or the path of it. */
  readonly location?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly chunkSizeBytes?: number;
  /** Breaks the connection after this many bytes. */
  readonly cutAtBytes?: number;
}

export interface TusResult {
  /** Path of what `Location` says, from the root. */
  readonly location: string;
  readonly isComplete: boolean;
  /** Headers of the answer to the last bytes, by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The first offset that the client continued from. */
  readonly resumedAt: number | undefined;
}

interface Cutting {
  readonly atBytes: number;
  readonly cut: () => void;
}

/** A body that stops in the middle, where the connection is cut. */
function beginningOf(content: Buffer, { atBytes, cut }: Cutting): Readable {
  async function* pieces() {
    for (let start = 0; start < atBytes; start += PIECE_BYTES)
      yield content.subarray(start, Math.min(start + PIECE_BYTES, atBytes));
    cut();
    await new Promise(() => undefined);
  }
  // The client takes the announced size from here.
  return Object.assign(Readable.from(pieces(), { objectMode: false }), { size: content.length });
}

/** The client's own way of sending, which breaks off in the middle of a body. */
function stackThatCuts(cutting: Cutting): HttpStack {
  const stack = new DefaultHttpStack({});
  return {
    getName: () => stack.getName(),
    createRequest(method: string, url: string): HttpRequest {
      const request = stack.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = (body) => send(Buffer.isBuffer(body) ? beginningOf(body, cutting) : body);
      return request;
    },
  };
}

/** Uploads with the client that applications use. @throws Error of that client, unless it was cut on purpose */
export async function tusUpload(
  kb: Pick<KnowledgeBoxClient, 'client' | 'path'>,
  content: Buffer,
  options: TusOptions = {},
): Promise<TusResult> {
  const { origin, credential } = kb.client;
  const { target = '', location, metadata = {}, headers = {}, chunkSizeBytes = Infinity, cutAtBytes } = options;
  let last: HttpResponse | undefined;
  let resumedAt: number | undefined;
  return new Promise((resolve, reject) => {
    const end = (isComplete: boolean) =>
      resolve({
        location: upload.url === null ? '' : new URL(upload.url).pathname,
        isComplete,
        header: (name) => last?.getHeader(name),
        resumedAt,
      });
    const cut = () => void upload.abort().then(() => end(false));
    const cutting = cutAtBytes === undefined ? undefined : { atBytes: cutAtBytes, cut };
    const settings: UploadOptions = {
      endpoint: `${origin}/api/v1${kb.path}${target}/tusupload`,
      uploadUrl: location === undefined ? null : `${origin}${new URL(location, origin).pathname}`,
      headers: { ...credential, ...headers },
      metadata: { ...metadata },
      chunkSize: chunkSizeBytes,
      retryDelays: RETRIES_MS,
      ...(cutting && { httpStack: stackThatCuts(cutting) }),
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') resumedAt ??= Number(response.getHeader('upload-offset'));
        last = response;
      },
      onSuccess: () => end(true),
      onError: reject,
    };
    const upload = new Upload(content, settings);
    upload.start();
  });
}
