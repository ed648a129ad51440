import {
  DefaultHttpStack,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
  Upload,
  type UploadOptions,
} from 'tus-js-client';
import type { KnowledgeBoxClient } from './client';

const RETRIES_MS = [0, 200, 1_000];

/** What of an upload a test decides. */
export interface TusOptions {
  /** Below the knowledge box: empty for a new resource, or `/resource/{rid}/file/{field_id}`. */
  readonly target?: string;
  /** Goes on with an upload: its `Location`. */
  readonly location?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly chunkSizeBytes?: number;
  /** Breaks the connection off when so many bytes were sent. */
  readonly cutAtBytes?: number;
}

export interface TusResult {
  /** As `Location` says it. */
  readonly location: string;
  readonly isComplete: boolean;
  /** Headers of the answer to the last bytes, by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The first offset that the client went on from. */
  readonly resumedAt: number | undefined;
}

/** Addresses of uploads are below the base of the interface, to which clients append them. */
function stackOf(): HttpStack {
  const stack = new DefaultHttpStack({});
  return {
    getName: () => stack.getName(),
    createRequest(method: string, url: string): HttpRequest {
      const request = stack.createRequest(method, url);
      const send = request.send.bind(request);
      request.send = async (body): Promise<HttpResponse> => {
        const response = await send(body);
        const header: (name: string) => string | undefined = response.getHeader.bind(response);
        Object.assign(response, {
          getHeader: (name: string) => (name === 'Location' ? header(name)?.replace(/^/, '/api/v1') : header(name)),
        });
        return response;
      };
      return request;
    },
  };
}

/** Uploads with the client that applications use. @throws Error of that client, unless it was cut on purpose */
export async function tusUpload(kb: KnowledgeBoxClient, content: Buffer, options: TusOptions = {}): Promise<TusResult> {
  const base = `${kb.client.origin}/api/v1`;
  const { target = '', location, metadata = {}, chunkSizeBytes = Infinity, cutAtBytes } = options;
  let last: HttpResponse | undefined;
  let resumedAt: number | undefined;
  return new Promise((resolve, reject) => {
    const end = (isComplete: boolean) =>
      resolve({
        location: (upload.url ?? '').replace(base, ''),
        isComplete,
        header: (name) => last?.getHeader(name),
        resumedAt,
      });
    const settings: UploadOptions = {
      endpoint: `${base}${kb.path}${target}/tusupload`,
      uploadUrl: location === undefined ? null : `${base}${location}`,
      headers: { ...kb.client.credential },
      metadata: { ...metadata },
      chunkSize: chunkSizeBytes,
      retryDelays: RETRIES_MS,
      httpStack: stackOf(),
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') resumedAt ??= Number(response.getHeader('upload-offset'));
        last = response;
      },
      onProgress: (sent) => {
        if (cutAtBytes !== undefined && sent >= cutAtBytes) void upload.abort().then(() => end(false));
      },
      onSuccess: () => end(true),
      onError: reject,
    };
    const upload = new Upload(content, settings);
    upload.start();
  });
}
