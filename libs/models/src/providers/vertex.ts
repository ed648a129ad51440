import { CloudToken, serviceAccountIn } from '@lectern/egress';
import type { Fetch } from '../hosted/chat-model';
import type { Connection } from './connection';

const LOCATION = 'global';
const ANTHROPIC_VERSION = 'vertex-2023-10-16';
/** Headers with keys for other APIs to the same models. */
const OTHER_KEYS = ['x-goog-api-key', 'x-api-key', 'anthropic-version'];

/** Connection to models of a publisher on Google Cloud. @throws AppError `provider_failed` without credentials */
export function vertexConnection(
  publisher: string,
  { keys: { credentials = '', location = LOCATION }, baseUrl, fetch: send }: Connection,
): { readonly baseURL: string; readonly fetch: Fetch } {
  const account = serviceAccountIn(credentials);
  const host = location === LOCATION ? 'aiplatform.googleapis.com' : `${location}-aiplatform.googleapis.com`;
  const base = `projects/${encodeURIComponent(account.project_id)}/locations/${encodeURIComponent(location)}`;
  const token = new CloudToken(account, send);
  const fetch: Fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    for (const name of OTHER_KEYS) headers.delete(name);
    headers.set('authorization', `Bearer ${await token.value()}`);
    return send(input, { ...init, headers });
  };
  return { baseURL: `${baseUrl ?? `https://${host}/v1`}/${base}/publishers/${publisher}`, fetch };
}

/** Vertex expects the model in the path, and the version of the protocol in the body. */
export function anthropicOnVertex(fetch: Fetch): Fetch {
  return (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    // The SDK sends JSON text.
    const { model, ...body } = JSON.parse(String(init.body)) as { readonly model: string; readonly stream?: boolean };
    const path = `/models/${encodeURIComponent(model)}:${body.stream ? 'streamRawPredict' : 'rawPredict'}`;
    const sent = JSON.stringify({ ...body, anthropic_version: ANTHROPIC_VERSION });
    return fetch(url.replace(/\/messages$/, path), { ...init, body: sent });
  };
}
