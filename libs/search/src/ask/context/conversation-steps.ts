import { AUGMENTED_MESSAGES_MAX, type AugmentedMessage, type ConversationStrategy } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { fieldIdOf, typeOf } from '../../hydrate/hydrated-resources';
import { type ContextEntry, withEntries, hasRoom } from './context-entry';
import { ContextReader } from './context-reader';
import { type StepContext, textsOfTypes } from './context-steps';
import {
  attachmentEntry,
  type FoundMessage,
  messageEntries,
  messagesFound,
  withMessages,
} from './conversation-entries';
import { fieldEntries } from './whole-fields';

/** Conversations read per question. */
const CONVERSATIONS_MAX = 20;
/** Messages to read after a retrieved one when no strategy sets a number. */
const FOLLOWING_MESSAGES = 15;
/** Attached fields whose texts are read. */
const ATTACHED_FIELDS_MAX = 50;

type Entries = readonly ContextEntry[];

/** Messages that a strategy added, with their pictures. */
export interface ConversationAdded {
  readonly entries: Entries;
  /** Download paths, with the key of the message. */
  readonly pictures: readonly { readonly key: string; readonly uri: string }[];
}

/** Adds messages around retrieved ones. */
@Injectable()
export class ConversationSteps {
  constructor(private readonly reader: ContextReader) {}

  /** For each retrieved question its answer, otherwise the messages after it. @throws AppError `unavailable` */
  async following(entries: Entries, of: StepContext, ids: readonly string[]): Promise<Entries> {
    let all = entries;
    for (const found of messagesFound(ids).slice(0, CONVERSATIONS_MAX)) {
      const messages = await this.reader.messages(`${found.field}/${found.ident}`, of, {
        conversation_answer_or_messages_after: true,
        max_conversation_messages: FOLLOWING_MESSAGES,
      });
      const others = messages.filter(({ ident }) => ident !== found.ident);
      all = withMessages(all, messageEntries(others, found, sharedBy(all, found)), found.parent);
      if (!hasRoom(all, of.tokensMax)) break;
    }
    return all;
  }

  /** @throws AppError `unavailable`, `too_large` */
  async conversation(entries: Entries, of: StepContext, strategy: ConversationStrategy): Promise<ConversationAdded> {
    const found = messagesFound(of.found.map(({ id }) => id));
    const best = [...Map.groupBy(found, ({ field }) => field).values()].flatMap(([first]) => first ?? []);
    let all = entries;
    const pictures: { key: string; uri: string }[] = [];
    for (const one of best.slice(0, CONVERSATIONS_MAX)) {
      const messages = await this.messagesOf(one, of, strategy);
      all = withMessages(all, messageEntries(messages, one, sharedBy(all, one)));
      if (strategy.attachments_text) all = withEntries(all, await this.attached(messages, one, of));
      for (const { ident, images = [] } of messages)
        pictures.push(...images.map((uri, at) => ({ key: `${one.field}/${ident}/${at}`, uri })));
      if (!hasRoom(all, of.tokensMax)) break;
    }
    return { entries: all, pictures };
  }

  /** All messages, or the first message and those around the retrieved one. */
  private async messagesOf({ field, ident }: FoundMessage, of: StepContext, strategy: ConversationStrategy) {
    const pictures = { conversation_image_attachments: strategy.attachments_images };
    if (strategy.full) return this.reader.messages(field, of, { ...pictures, full_conversation: true });
    const count = Math.min(strategy.max_messages, AUGMENTED_MESSAGES_MAX);
    const window = count > 0 ? { ...pictures, max_conversation_messages: count } : undefined;
    const [first, around] = await Promise.all([
      this.reader.messages(field, of, { ...pictures, max_conversation_messages: 1 }),
      window ? this.reader.messages(`${field}/${ident}`, of, window) : [],
    ]);
    return [...first.filter((one) => around.every((other) => other.ident !== one.ident)), ...around];
  }

  private async attached(
    messages: readonly AugmentedMessage[],
    { parent }: FoundMessage,
    of: StepContext,
  ): Promise<Entries> {
    const ids = [...new Set(messages.flatMap(({ attachments }) => attachments).map(fieldIdOf))].slice(
      0,
      ATTACHED_FIELDS_MAX,
    );
    const types = [...new Set(ids.flatMap((id) => typeOf(id) ?? []))];
    const [rid = ''] = parent.split('/');
    if (types.length === 0) return [];
    const entries: ContextEntry[] = [];
    for await (const { resources } of this.reader.resources([rid], of, textsOfTypes(types)))
      entries.push(...fieldEntries(ids, resources, 'conversation').map((entry) => attachmentEntry(entry, parent)));
    return entries;
  }
}

/** Properties that messages share with the retrieved one. */
function sharedBy(entries: Entries, { parent }: FoundMessage): Pick<ContextEntry, 'title' | 'language'> {
  const { title, language } = entries.find(({ key }) => key === parent) ?? {};
  return { title, language };
}
