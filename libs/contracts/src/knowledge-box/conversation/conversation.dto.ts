import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsMimeType,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { IsInstant, ListBody } from '../../validation/decorators';
import { StrategyNames } from '../field/field.dto';
import { FIELD_ID, type FieldType, fieldTypes, TEXT_CHARS_MAX } from '../../core/identifiers';
import {
  FILENAME_CHARS_MAX,
  MD5_HEX,
  MEDIA_TYPE_CHARS_MAX,
  MESSAGE_ATTACHMENTS_MAX,
  MESSAGE_IDENT_CHARS_MAX,
  MESSAGE_RECIPIENTS_MAX,
  MESSAGES_PER_REQUEST_MAX,
  PARTICIPANT_CHARS_MAX,
} from '../limits';
import { FieldTarget } from '../params';

/** Formats of messages. */
export const messageFormats = ['PLAIN', 'HTML', 'RST', 'MARKDOWN', 'KEEP_MARKDOWN', 'JSON'] as const;
/** How the text of a message is written. */
export type MessageFormat = (typeof messageFormats)[number];

/** Kinds of messages. */
export const messageTypes = ['UNSET', 'QUESTION', 'ANSWER'] as const;
/** Kind of a message within its conversation. */
export type MessageType = (typeof messageTypes)[number];

/** A file that comes with a message. */
export class AttachmentPayload {
  /** Name of the file. */
  @IsString() @MinLength(1) @MaxLength(FILENAME_CHARS_MAX) filename!: string;
  /** Media type of the file. Processing looks at the content, too. */
  @IsMimeType() @MaxLength(MEDIA_TYPE_CHARS_MAX) content_type: string = 'application/octet-stream';
  /** The bytes in base64, within the limit of request bodies (8 MiB unless configured). */
  @IsString() payload!: string;
  /** MD5 of the bytes, 32 hex digits. Bytes with another one are refused. */
  @Matches(MD5_HEX) md5!: string;
}

/** Another field of the same resource that belongs to a message. Kept and shown; the field need not exist. */
export class AttachmentField {
  /** Type of the field. */
  @IsIn(fieldTypes) field_type!: FieldType;
  /** Id of the field. */
  @Matches(FIELD_ID) field_id!: string;
  /** Message of the field, where it is a conversation. */
  @IsOptional() @IsString() @MaxLength(MESSAGE_IDENT_CHARS_MAX) split?: string | null;
}

/** Content of a message. */
export class MessageContentPayload {
  /** The text. With the format JSON it must be valid JSON. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) text!: string;
  /** How the text is written. */
  @IsIn(messageFormats) format: MessageFormat = 'PLAIN';
  /** Files; their text is found as part of the message. */
  @IsArray()
  @ArrayMaxSize(MESSAGE_ATTACHMENTS_MAX)
  @ValidateNested({ each: true })
  @Type(() => AttachmentPayload)
  attachments: AttachmentPayload[] = [];
  /** Other fields of the resource that belong to the message. */
  @IsArray()
  @ArrayMaxSize(MESSAGE_ATTACHMENTS_MAX)
  @ValidateNested({ each: true })
  @Type(() => AttachmentField)
  attachments_fields: AttachmentField[] = [];
}

/** A message of a conversation. */
export class MessagePayload {
  /** When it was sent, ISO 8601; without an offset it is UTC. */
  @IsOptional() @IsInstant() timestamp?: string | null;
  /** Who sent it. */
  @IsOptional() @IsString() @MaxLength(PARTICIPANT_CHARS_MAX) who?: string | null;
  /** Who received it. */
  @IsArray()
  @ArrayMaxSize(MESSAGE_RECIPIENTS_MAX)
  @IsString({ each: true })
  @MaxLength(PARTICIPANT_CHARS_MAX, { each: true })
  to: string[] = [];
  /** Its content. */
  @ValidateNested() @Type(() => MessageContentPayload) content!: MessageContentPayload;
  /** Names the message within its conversation, for good: not `0`, and without a slash. */
  @IsString() @MinLength(1) @MaxLength(MESSAGE_IDENT_CHARS_MAX) ident!: string;
  /** Whether it asks or answers. */
  @IsOptional() @IsIn(messageTypes) type?: MessageType | null;
}

/** A conversation: messages in their order. */
export class ConversationFieldPayload extends StrategyNames {
  /** All messages; later ones are appended. */
  @IsArray()
  @ArrayMaxSize(MESSAGES_PER_REQUEST_MAX)
  @ValidateNested({ each: true })
  @Type(() => MessagePayload)
  messages: MessagePayload[] = [];
}

/** Messages that follow those of a conversation. */
@ListBody(() => MessagePayload, { max: MESSAGES_PER_REQUEST_MAX })
export class AppendedMessages extends Array<MessagePayload> {}

/** A message of a conversation. */
export class MessageTarget extends FieldTarget {
  /** Names the message within its conversation. */
  @IsString() @MinLength(1) @MaxLength(MESSAGE_IDENT_CHARS_MAX) message_ident!: string;
}

/** A file of a message. */
export class AttachmentTarget extends MessageTarget {
  /** Place of the file among those of its message, from 0. */
  @IsInt() @Min(0) @Max(MESSAGE_ATTACHMENTS_MAX - 1) file_num!: number;
}
