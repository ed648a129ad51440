import type { ConversationKey } from '@lectern/resource-store';

/** The download path of an attachment, below the interface's root. */
export function attachmentUri({ kbid, rid, id }: ConversationKey, ident: string, number: number): string {
  const message = encodeURIComponent(ident);
  return `/kb/${kbid}/resource/${rid}/conversation/${id}/download/field/${message}/${number}`;
}
