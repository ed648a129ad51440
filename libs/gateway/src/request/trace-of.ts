import type { IncomingMessage } from 'node:http';
import { traceParentOf } from '@lectern/runtime';

/** The `traceparent` of a request, if it is valid: spans of its work continue that trace. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): { readonly traceparent?: string } {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && traceParentOf(traceparent) ? { traceparent } : {};
}
