import { ApiError } from '@lectern/client';
import { CONSOLE_HEADER, request } from './request';

export interface SendOptions {
  /** Called while the bytes go, with how many have gone. */
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file as the body of a `POST` and returns the answer. `fetch` says nothing about bytes on their way, hence the
 * older interface of browsers.
 *
 * @throws ApiError @throws TypeError without an answer @throws DOMException `AbortError`
 */
export function sendFileTo(path: string, file: File, { onProgress, signal }: SendOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    for (const [name, value] of Object.entries(CONSOLE_HEADER)) call.setRequestHeader(name, value);
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    call.addEventListener('load', () => {
      const body = parsed(call.responseText);
      if (call.status >= 200 && call.status < 300) return resolve(body);
      // Reading the session says everywhere that it has ended.
      if (call.status === 401) void request('/console/session');
      reject(new ApiError(`POST ${path}`, call.status, body));
    });
    call.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    call.addEventListener('abort', () => reject(new DOMException('The file is not sent', 'AbortError')));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
