import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { LABEL_CHARS_MAX } from '../limits';

/** A label of a resource or of a paragraph. Labels need not be declared before. */
export class Classification {
  /** Labelset that the label belongs to. */
  @IsString() @MaxLength(LABEL_CHARS_MAX) labelset!: string;
  /** The label. */
  @IsString() @MaxLength(LABEL_CHARS_MAX) label!: string;
  /** True: the resource or paragraph is not found by this label. */
  @IsBoolean() cancelled_by_user: boolean = false;
}
