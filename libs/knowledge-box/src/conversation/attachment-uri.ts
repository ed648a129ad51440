import type { ConversationKey } from '@lectern/knowledge-box-rows';

/** The path below the interface's root from which an attachment can be downloaded. */
export function attachmentUri({ kbid, rid, id }: ConversationKey, ident: string, number: number): string {
  const message = encodeURIComponent(ident);
  return `/kb/${kbid}/resource/${rid}/conversation/${id}/download/field/${message}/${number}`;
}
