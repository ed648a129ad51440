import { parseInstant } from '@lectern/contracts/core';
import { type PushedConversation, pushFormats } from '@lectern/contracts/understanding';
import { type MessageConversation, timestampOf } from '@lectern/augmentation';

/** Numbers of formats in stored messages, which differ from those of pushes. */
const formats: Readonly<Partial<Record<(typeof pushFormats)[number], number>>> = {
  PLAIN: 0,
  HTML: 1,
  MARKDOWN: 2,
  RST: 3,
  KEEP_MARKDOWN: 4,
  JSON: 5,
};

/** A conversation generated from another one, in the form of the message: without attachments. */
export function generatedConversation(conversation: PushedConversation): MessageConversation {
  const { messages, extract_strategy: extract, split_strategy: split } = conversation;
  return {
    messages: messages.map(({ timestamp, who, to, content: { text, format }, ident }) => {
      const at = timestamp ? parseInstant(timestamp) : undefined;
      return {
        ...(at && { timestamp: timestampOf(at) }),
        who: who ?? '',
        to,
        ident,
        content: { text: text ?? '', format: formats[pushFormats[format] ?? 'PLAIN'] ?? 0 },
      };
    }),
    extract_strategy: extract ?? '',
    split_strategy: split ?? '',
    generated_by: { data_augmentation: {} },
  };
}
