import {
  entryOf,
  factOf,
  type Found,
  type MessageConversation,
  type RememberedConversation,
} from '@lectern/augmentation';
import { type PushedMessage, type PushPayload, pushFormats } from '@lectern/contracts/understanding';

/** Number of the format JSON in stored messages. */
const JSON_FORMAT = 5;

type Pushed = Pick<PushPayload, 'conversationfield' | 'generated_conversationfield'>;

/** Id of the conversation of facts that a memory keeps of another one. */
function factsIdOf(destination: string, fieldId: string): string {
  return `da-${destination}-c-${fieldId}`;
}

/**
 * A pushed conversation with the facts that a memory has kept of it, which a push brings along when messages are
 * appended. Undefined where the field is no conversation of the push.
 */
export function pushedMemory(
  { conversationfield, generated_conversationfield: generated }: Pushed,
  { fieldId, ident }: { readonly fieldId: string; readonly ident: string },
): RememberedConversation | undefined {
  const conversation = own(conversationfield, fieldId);
  if (!conversation) return undefined;
  const facts = own(generated, factsIdOf(`facts-${ident}`, fieldId))?.conversationfield;
  return {
    entries: conversation.messages.flatMap((one) => entryOf(asMessage(one)) ?? []),
    facts: (facts?.messages ?? []).flatMap((one) => factOf(asMessage(one)) ?? []),
  };
}

/** Conversations that agents have made of a pushed one, by their ids, in the form of the message. */
export function rememberedConversations(
  found: Found,
  fieldId: string,
): readonly (readonly [string, MessageConversation])[] {
  return (found.conversations ?? []).map(({ destination, messages }) => {
    const content = (text: string) => ({ text, format: JSON_FORMAT });
    const facts = messages.map(({ ident, text }) => ({ who: '', to: [], ident, content: content(text) }));
    const strategies = { extract_strategy: '', split_strategy: '' };
    const conversation = { messages: facts, ...strategies, generated_by: { data_augmentation: {} } };
    return [factsIdOf(destination, fieldId), conversation] as const;
  });
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function asMessage({ ident, who, content: { text, format } }: PushedMessage): Parameters<typeof entryOf>[0] {
  const isJson = pushFormats[format] === 'JSON';
  return { ident, who: who ?? '', content: { text: text ?? '', format: isJson ? 'JSON' : 'PLAIN' } };
}
