import type { StoredContent } from '../core/http-binding';

type Params = Readonly<Record<string, string | undefined>>;

/** The resource that an answer names. */
export function storedInNew({ uuid: rid }: { readonly uuid: string }): StoredContent {
  return { rid };
}

/** The resource that the path names. */
export function storedInNamed(_: unknown, { rid, rslug }: Params): StoredContent {
  return { ...(rid !== undefined && { rid }), ...(rslug !== undefined && { rslug }) };
}

/** The resource of a resumable upload, once it is complete. */
export function storedWhenFinished({
  finished,
}: {
  readonly finished?: { readonly resource: string };
}): StoredContent | undefined {
  return finished && { rid: finished.resource.split('/').at(-1) };
}
