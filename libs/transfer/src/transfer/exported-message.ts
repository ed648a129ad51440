import type { ExportedMessage } from '@lectern/contracts/knowledge-box';
import type { ConversationMessageEntity } from '@lectern/resource-store';
import type { Item } from './exported-resource';

/** A message in the form of an export file. @param first number of the binary of its first attachment */
export function messageItem(
  { ident, value, errors, isPending }: ConversationMessageEntity,
  first: number,
): Item<ExportedMessage> {
  if (!value) return { deleted: ident };
  const { attachments, ...content } = value.content;
  return {
    message: { ...value, content },
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ filename, content_type }, i) => ({ binary: first + i, filename, content_type })),
    }),
    ...(errors.length > 0 && { errors }),
    ...(isPending && { is_pending: true }),
  };
}
