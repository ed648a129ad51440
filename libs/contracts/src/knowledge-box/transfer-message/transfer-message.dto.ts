import { IsBoolean, IsInt, IsMimeType, IsOptional, IsString, MaxLength, Min, MinLength } from 'class-validator';
import { ListOf, Nested, Together } from '../../validation/decorators';
import { MessagePayload } from '../conversation/conversation.dto';
import { FILENAME_CHARS_MAX, MEDIA_TYPE_CHARS_MAX, MESSAGE_ATTACHMENTS_MAX, MESSAGE_IDENT_CHARS_MAX } from '../limits';
import { ExportedProblem } from '../transfer-item/transfer-item.dto';

/** A file of a message. */
export class ExportedAttachment {
  /** Number of the binary. */
  @IsInt() @Min(0) binary!: number;
  /** Name of the file. */
  @IsString() @MinLength(1) @MaxLength(FILENAME_CHARS_MAX) filename!: string;
  /** Media type, as the sender said. */
  @IsMimeType() @MaxLength(MEDIA_TYPE_CHARS_MAX) content_type!: string;
}

/**
 * A message of the conversation before it (`MSG`), or the ident of a deleted one, which stays taken. Its results
 * follow as after a field.
 */
@Together<ExportedMessage>(({ message, deleted }) =>
  Boolean(message) === Boolean(deleted) ? 'it is either a message or deleted' : undefined,
)
export class ExportedMessage {
  /** Body of a request that appends the message, without its files. */
  @IsOptional() @Nested(() => MessagePayload) message?: MessagePayload | null;
  /** Ident of a deleted message. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(MESSAGE_IDENT_CHARS_MAX) deleted?: string | null;
  /** Its files. */
  @ListOf(() => ExportedAttachment, { max: MESSAGE_ATTACHMENTS_MAX }) attachments: ExportedAttachment[] = [];
  /** Parts of it that could not be read. */
  @ListOf(() => ExportedProblem, { max: 1_000 }) errors: ExportedProblem[] = [];
  /** Whether it is still to be processed. */
  @IsBoolean() is_pending: boolean = false;
}
