import { ApiError } from '@lectern/client';
import { createResource } from '@lectern/contracts/knowledge-box';
import { api } from '../../api/client';
import type { Source, Transfer, TransferListener } from './addition';
import { strategyMembers } from './chosen-strategies';
import { failureOf } from './failure-of';

type WrittenSource = Exclude<Source, { readonly kind: 'file' }>;

/** Creates a resource of an address or of a text. */
export function sendWritten(kbid: string, source: WrittenSource, listener: TransferListener): Transfer {
  const abort = new AbortController();
  api
    .call(createResource, { params: { kbid }, body: bodyOf(source), signal: abort.signal })
    .then(({ uuid }) => listener.onAdded(uuid))
    .catch((error: unknown) => {
      const refused = error instanceof ApiError;
      listener.onFailure(refused ? failureOf(error.status, error.body) : { kind: 'away' });
    });
  return { stop: () => abort.abort() };
}

function bodyOf(source: WrittenSource) {
  const strategies = strategyMembers(source);
  if (source.kind === 'link') return { title: source.uri, links: { link: { uri: source.uri, ...strategies } } };
  const text = { body: source.body, format: 'PLAIN' as const, ...strategies };
  return { title: source.title, texts: { text } };
}
