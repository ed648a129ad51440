import type { Visibility } from '../../core/visibility';
import type { ConversationMessage } from '../field-value/field-value.dto';

/** Messages of one conversation: its first ones, or those around one. */
export class MessagesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource. */
  rid!: string;
  /** A resource that is not visible counts as gone. */
  visibility!: Visibility;
  /** Id of the field. */
  fieldId!: string;
  /** The message that the others are around; absent for the first messages. */
  ident?: string;
  /** Messages before the named one, at most 200. */
  before!: number;
  /** Messages after it, or the first ones, at most 200. */
  after!: number;
}

/** Messages in their order. */
export class MessagesFound {
  /** Without deleted ones; empty when the named one, or the conversation, is gone. */
  messages!: readonly ConversationMessage[];
}
