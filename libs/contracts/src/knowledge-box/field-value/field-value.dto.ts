import type { Integer } from '../../core/integer';
import type { MessageFormat, MessageType } from '../conversation/conversation.dto';
import type { KeyValue } from '../field/field.dto';
import type { FieldType, TextFormat } from '../../core/identifiers';

/** A file of a field: where it is and what it is. */
export interface CloudLink {
  /**
   * Path of the download below `/api/v1`, or the given address of an external file; empty when the file is not kept
   * (`x-skip-store`).
   */
  readonly uri: string;
  /** Bytes; 0 for an external file. */
  readonly size: Integer;
  /** Media type, as given or derived from the file name. */
  readonly content_type: string;
  /** Name of the file; empty for an external file without one. */
  readonly filename: string;
  /** MD5 of the bytes, 32 hex digits; of an external file as it was given, else empty. */
  readonly md5: string;
}

/** A text as it was sent. */
export interface TextFieldValue {
  /** The text. */
  readonly body: string;
  /** How the text is written. */
  readonly format: TextFormat;
  /** MD5 of the text in UTF-8, 32 hex digits. */
  readonly md5: string;
  /** Id of the extract strategy that it is processed with; empty without one. */
  readonly extract_strategy: string;
  /** Id of the split strategy that it is processed with; empty without one. */
  readonly split_strategy: string;
}

/** A file: stored, or at an external address. */
export interface FileFieldValue {
  /** When the file was sent, UTC without suffix. */
  readonly added: string;
  /** Where the file is and what it is. */
  readonly file: CloudLink;
  /** Language tag as it was given; else empty. */
  readonly language: string;
  /** Always empty: passwords are not shown. */
  readonly password: string;
  /** Whether the file is fetched from `file.uri` when it is processed, instead of being stored. */
  readonly external: boolean;
  /** Headers with which an external file is fetched. Answers leave them out. */
  readonly extra_headers?: Readonly<Record<string, string>>;
  /** Id of the extract strategy that it is processed with; empty without one. */
  readonly extract_strategy: string;
  /** Id of the split strategy that it is processed with; empty without one. */
  readonly split_strategy: string;
}

/** A web page that is fetched when it is processed. */
export interface LinkFieldValue {
  /** When the link was sent, UTC without suffix. */
  readonly added: string;
  /** Absolute http or https URL. */
  readonly uri: string;
  /**
   * Headers with which the page is fetched, by name. Reads by callers with the role WRITER show the values; other
   * answers show the names with empty values.
   */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Cookies with which the page is fetched, by name. Reads by callers with the role WRITER show the values; other
   * answers show the names with empty values.
   */
  readonly cookies: Readonly<Record<string, string>>;
  /** Language tag as it was given; else empty. */
  readonly language: string;
  /**
   * Local storage as it was given, by key; processing does not use it. Reads by callers with the role WRITER show the
   * values; other answers show the names with empty values.
   */
  readonly localstorage: Readonly<Record<string, string>>;
  /** Selects the part of the page that is kept; empty for its main content. */
  readonly css_selector: string;
  /** Selects the part of the page that is kept; empty for its main content. */
  readonly xpath: string;
  /** Id of the extract strategy that it is processed with; empty without one. */
  readonly extract_strategy: string;
  /** Id of the split strategy that it is processed with; empty without one. */
  readonly split_strategy: string;
}

/** Values by key, as they were sent. */
export interface KeyValueFieldValue {
  /** Values by key. The schema may have changed since they were written, or be gone. */
  readonly data: Readonly<Record<string, KeyValue>>;
}

/** A conversation, without its messages. */
export interface ConversationFieldValue {
  /** Pages of messages, at least one. */
  readonly pages: Integer;
  /** Most messages on a page. */
  readonly size: Integer;
  /** Messages, without deleted ones. */
  readonly total: Integer;
  /** Id of the extract strategy that it is processed with; empty without one. */
  readonly extract_strategy: string;
  /** Id of the split strategy that it is processed with; empty without one. */
  readonly split_strategy: string;
}

/** A message of a conversation. */
export interface ConversationMessage {
  /** When it was sent, as it was given; null when it was not. */
  readonly timestamp: string | null;
  /** Who sent it; empty when that was not given. */
  readonly who: string;
  /** Who received it. */
  readonly to: readonly string[];
  /** Its content. */
  readonly content: {
    /** The text. */
    readonly text: string;
    /** How the text is written. */
    readonly format: MessageFormat;
    /** Files that came with it. */
    readonly attachments: readonly CloudLink[];
    /** Other fields of the resource that belong to it. */
    readonly attachments_fields: readonly {
      /** Type of the field. */
      readonly field_type: FieldType;
      /** Id of the field. */
      readonly field_id: string;
      /** Message of the field, where it is a conversation; else null. */
      readonly split: string | null;
    }[];
  };
  /** Names the message within its conversation. */
  readonly ident: string;
  /** Whether it asks or answers. */
  readonly type: MessageType;
}

/** A page of a conversation. */
export interface ConversationPage {
  /** Number of the page, from 1. */
  readonly page: Integer;
  /** Pages of the conversation, at least one. */
  readonly pages: Integer;
  /** Messages of the conversation, without deleted ones. */
  readonly total: Integer;
  /** Messages of the page in their order. The deleted ones are missing. */
  readonly messages: readonly ConversationMessage[];
}

/**
 * Content of a field as it was sent: an object that depends on the type of the field, or the text of a generic field.
 */
export type FieldValue =
  | TextFieldValue
  | FileFieldValue
  | LinkFieldValue
  | ConversationFieldValue
  | KeyValueFieldValue
  | string;
