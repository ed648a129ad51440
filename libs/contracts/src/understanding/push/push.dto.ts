import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import type { Integer } from '../../core/integer';
import { Classification } from '../../knowledge-box/classification/classification.dto';
import { StrategyNames } from '../../knowledge-box/field/field.dto';
import { IsWebAddress, RequestCookies, RequestHeaders } from '../../knowledge-box/http-request';
import { TEXT_CHARS_MAX, TITLE_CHARS_MAX } from '../../core/identifiers';
import {
  FIELDS_PER_REQUEST_MAX,
  MESSAGE_ATTACHMENTS_MAX,
  MESSAGE_IDENT_CHARS_MAX,
  MESSAGE_RECIPIENTS_MAX,
  MESSAGES_PER_REQUEST_MAX,
  PARTICIPANT_CHARS_MAX,
  SELECTOR_CHARS_MAX,
} from '../../knowledge-box/limits';
import { TextMap } from '../../knowledge-box/text-map';
import { IsInstant, ListOf, Literal, MapOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import { PushConfiguration } from '../push-configuration/push-configuration.dto';

const LABEL = /^[a-z0-9_-]{1,250}$/;
const FIELD_KEY_CHARS_MAX = 1_024;
/** Labels of a pushed resource or field. */
const LABELS_MAX = 100;
const LABEL_CHARS_MAX = 512;
/** Blocks of a layout. */
const BLOCKS_MAX = 1_000;
/** A file token; it says what the file is. */
export const FILE_TOKEN_CHARS_MAX = 16_384;

/** Formats of pushed texts: the index is the number that a push says. Stored fields count otherwise. */
export const pushFormats = [
  'PLAIN',
  'HTML',
  'MARKDOWN',
  'RST',
  'JSON',
  'KEEP_MARKDOWN',
  'JSONL',
  'PLAIN_BLANKLINE_SPLIT',
] as const;

const fields = { keyRules: [fieldKey], sizeMax: FIELDS_PER_REQUEST_MAX };
const token = text({ minLength: 1, maxLength: FILE_TOKEN_CHARS_MAX });

function fieldKey(key: string): string | undefined {
  const isGood = key.length > 0 && key.length <= FIELD_KEY_CHARS_MAX;
  return isGood ? undefined : `ids of fields have 1 to ${FIELD_KEY_CHARS_MAX} characters`;
}

/** Members of any pushed field. */
export class PushedField extends StrategyNames {
  /** Labels, returned with the results of the field. */
  @ListOf(() => Classification, { max: LABELS_MAX }) classification_labels: Classification[] = [];
}

/** A text. */
export class PushedText extends PushedField {
  /** The text. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) body!: string;
  /**
   * How it is written: 0 `PLAIN`, 1 `HTML`, 2 `MARKDOWN`, 3 `RST`, 4 `JSON`, 5 `KEEP_MARKDOWN`, 6 `JSONL`, 7
   * `PLAIN_BLANKLINE_SPLIT`.
   *
   * @asType integer
   */
  @IsInt() @Min(0) @Max(7) format: number = 0;
}

/** A page that is fetched. */
export class PushedLink extends PushedField {
  /** Absolute http or https URL of at most 2,048 characters, without user name and password. */
  @IsString() @IsWebAddress() link!: string;
  /** Headers with which the page is fetched, by name. */
  @IsOptional() @RequestHeaders() headers: Record<string, string> | null = {};
  /** Cookies with which the page is fetched, by name. */
  @IsOptional() @RequestCookies() cookies: Record<string, string> | null = {};
  /** Has no effect: no browser runs that would use it. */
  @IsOptional() @TextMap() localstorage: Record<string, string> | null = {};
  /** Keeps only the part of the page that it selects. The main content of the page is kept when absent. */
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) css_selector?: string | null;
  /** Keeps only the part of the page that it selects. */
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) xpath?: string | null;
}

/** Content of a message. */
export class PushedMessageContent {
  /** The text. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) text: string | null = '';
  /**
   * How it is written, as in `PushedText`.
   *
   * @asType integer
   */
  @IsInt() @Min(0) @Max(7) format: number = 0;
  /** File tokens. */
  @ListOf(token, { max: MESSAGE_ATTACHMENTS_MAX }) attachments: string[] = [];
}

/** A message of a conversation. */
export class PushedMessage {
  /** When it was sent, ISO 8601. */
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
  @Nested(() => PushedMessageContent) content: PushedMessageContent = new PushedMessageContent();
  /** Names it within its conversation. */
  @IsString() @MinLength(1) @MaxLength(MESSAGE_IDENT_CHARS_MAX) ident!: string;
}

/** A conversation. */
export class PushedConversation extends PushedField {
  /** Messages, in their order. */
  @ListOf(() => PushedMessage, { max: MESSAGES_PER_REQUEST_MAX })
  @Satisfies<PushedMessage[]>((messages) =>
    new Set(messages.map(({ ident }) => ident)).size === messages.length ? undefined : 'two messages have one ident',
  )
  messages: PushedMessage[] = [];
}

/** A conversation that was made of another one. */
export class PushedGeneratedConversation {
  /** Id of the conversation that it was made of. */
  @IsString() @MinLength(1) @MaxLength(FIELD_KEY_CHARS_MAX) source_field_id!: string;
  /** Its messages. */
  @Nested(() => PushedConversation) conversationfield!: PushedConversation;
}

/** A block of a layout. */
export class PushedBlock {
  /** Column. */
  @IsInt() x: number = 0;
  /** Row. */
  @IsInt() y: number = 0;
  /** Width in columns. */
  @IsInt() cols: number = 0;
  /** Height in rows. */
  @IsInt() rows: number = 0;
  /**
   * 0 title, 1 description, 2 rich text, 3 text, 4 attachments, 5 comments, 6 classifications. Rich text is HTML.
   *
   * @asType integer
   */
  @IsInt() @Min(0) @Max(6) type: number = 3;
  /** Names the block. */
  @IsOptional() @IsString() @MaxLength(FIELD_KEY_CHARS_MAX) ident: string | null = '';
  /** Its text. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) payload: string | null = '';
  /** A file token. */
  @IsOptional() @IsString() @MaxLength(FILE_TOKEN_CHARS_MAX) file?: string | null;
}

/** Blocks of text on a page. They are read row by row, as one text. */
export class PushedLayout {
  /** Always 0. */
  @Literal(0) format: number = 0;
  /** Blocks by id. */
  @MapOf(() => PushedBlock, { keyRules: [fieldKey], sizeMax: BLOCKS_MAX }) blocks: Record<string, PushedBlock> = {};
}

/** How fields are processed. */
export class PushOptions extends StrategyNames {
  /** False: the fields are extracted, split and embedded, but neither names nor a summary are extracted. */
  @IsBoolean() ml_text: boolean = true;
}

/** Where the result is sent. */
export class PushWebhook {
  /** Absolute http or https URL of at most 2,048 characters, without user name and password. */
  @IsOptional() @IsString() @IsWebAddress() uri?: string | null;
  /** Headers of the call, by name. */
  @IsOptional() @RequestHeaders() headers: Record<string, string> | null = {};
}

/** Parts of a resource that are to be processed. Members that are not listed here are ignored. */
@Together<PushPayload>(({ conversationfield, generated_conversationfield: generated }) => {
  const twice = Object.keys(generated).find((id) => id in conversationfield);
  return twice === undefined ? undefined : `two conversations have the id ${twice}`;
})
@Together<PushPayload>((payload) =>
  fieldCount(payload) <= FIELDS_PER_REQUEST_MAX ? undefined : `a push has at most ${FIELDS_PER_REQUEST_MAX} fields`,
)
export class PushPayload {
  /**
   * Name of the knowledge box of the caller; need not exist here. Where it is one of the account, or a learning
   * configuration of that name exists, that configuration is used.
   */
  @IsOptional() @Matches(LABEL) kbid?: string | null;
  /** Id of the resource; a new one is made when absent. */
  @IsOptional() @Matches(LABEL) uuid?: string | null;
  /** Title of the resource; it is embedded with every paragraph. */
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** Given back in the result. */
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) slug?: string | null;
  /** Given back in the result. */
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) userid?: string | null;
  /** Given back in the record. */
  @ListOf(text({ maxLength: LABEL_CHARS_MAX }), { max: LABELS_MAX }) labels: string[] = [];
  /** 0: from a user. 1: a field that was generated. It makes no difference. */
  @IsOptional() @IsIn([0, 1]) source?: number | null;
  /** Texts by id: `title` and `summary`. */
  @MapOf(() => PushedText, { keys: /^(title|summary)$/, sizeMax: 2 }) genericfield: Record<string, PushedText> = {};
  /** File tokens by id of the field, which may have any characters. */
  @MapOf(token, fields) filefield: Record<string, string> = {};
  /** Pages by id of the field. */
  @MapOf(() => PushedLink, fields) linkfield: Record<string, PushedLink> = {};
  /** Texts by id of the field. */
  @MapOf(() => PushedText, fields) textfield: Record<string, PushedText> = {};
  /** Layouts by id of the field. */
  @MapOf(() => PushedLayout, fields) layoutfield: Record<string, PushedLayout> = {};
  /** Conversations by id of the field. */
  @MapOf(() => PushedConversation, fields) conversationfield: Record<string, PushedConversation> = {};
  /**
   * Conversations that were made of others, by id of the field. They are processed as those of `conversationfield` are,
   * and given back in `conversations` of the message. Their ids differ from those of `conversationfield`.
   */
  @MapOf(() => PushedGeneratedConversation, fields)
  generated_conversationfield: Record<string, PushedGeneratedConversation> = {};
  /** How the fields are processed. */
  @Nested(() => PushOptions) processing_options: PushOptions = new PushOptions();
  /** Takes precedence over the learning configuration of the knowledge box. */
  @IsOptional() @Nested(() => PushConfiguration) learning_config?: PushConfiguration | null;
  /** Takes precedence over the webhook of the NUA client. */
  @IsOptional() @Nested(() => PushWebhook) webhook_config?: PushWebhook | null;
}

function fieldCount(payload: PushPayload): number {
  const { genericfield, filefield, linkfield, textfield, layoutfield } = payload;
  const { conversationfield, generated_conversationfield: generated } = payload;
  const maps = [genericfield, filefield, linkfield, textfield, layoutfield, conversationfield, generated];
  return maps.reduce((count, map) => count + Object.keys(map).length, 0);
}

/** A push that is queued. */
export class PushAccepted {
  /** Number of the push in its queue. */
  seqid!: Integer;
  /** Number of the push in its account: a later one is greater. */
  account_seq!: Integer;
  /** Every account has a separate queue. */
  queue!: 'private';
  /** Id of the resource. */
  uuid!: string;
  /** Names the record. */
  processing_id!: string;
}
