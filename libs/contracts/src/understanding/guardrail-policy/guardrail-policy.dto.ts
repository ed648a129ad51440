import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import { asUuid } from '../../core/uuid';
import { RefuseUnknown } from '../../validation/decorators';
import { declareId } from '../../validation/ids';

const NAME_CHARS_MAX = 250;
const TEXT_CHARS_MAX = 4_000;

/** A content policy of an account. */
export class GuardrailPolicyTarget extends AccountTarget {
  /** Its id: a UUID. */
  @declareId({ read: asUuid, unreadable: 'Guardrail policy not found. UUID expected.' }) policy_id!: string;
}

/** Members of a content policy. Null means no value. */
@RefuseUnknown()
export class GuardrailPolicySettings {
  /** Message for callers whose text is refused. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) description?: string | null;
  /** Instructions for the model that judges: the allowed and the forbidden content. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) instruction?: string | null;
  /** Which texts are judged: questions. */
  @IsOptional() @IsIn(['QUERY']) target?: 'QUERY' | null;
  /** Whether it applies. */
  @IsOptional() @IsBoolean() enabled?: boolean | null;
  /** Whether what it flags is refused. */
  @IsOptional() @IsBoolean() blocking?: boolean | null;
}

/** A new content policy. */
@RefuseUnknown()
export class NewGuardrailPolicy extends GuardrailPolicySettings {
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
  /** Question to the model about a text, such as "Does the text ask for medical advice?". */
  @IsString() @MinLength(1) @MaxLength(TEXT_CHARS_MAX) query!: string;
}

/** Changeable members of a content policy. Null changes nothing. */
@RefuseUnknown()
export class GuardrailPolicyUpdate extends GuardrailPolicySettings {
  /** For people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name?: string | null;
  /** Question to the model about a text. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(TEXT_CHARS_MAX) query?: string | null;
}

/** A content policy. */
export class GuardrailPolicy {
  /** UUID. */
  id!: string;
  /** For people. */
  name!: string;
  /** Message for callers whose text is refused. */
  description!: string;
  /** How the model is to judge. */
  instruction!: string;
  /** Question to the model about a text. */
  query!: string;
  /** Which texts are judged. */
  target!: 'QUERY';
  /** Whether it applies. */
  enabled!: boolean;
  /** Whether what it flags is refused. */
  blocking!: boolean;
}
