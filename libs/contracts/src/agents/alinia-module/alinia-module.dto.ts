import { IsIn, IsObject, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Either, Literal, Nested, Satisfies, Together, Widget } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { decimal, text } from '../../validation/node';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';
import { ModuleMembers } from '../module/module.dto';

const NAME_CHARS_MAX = 250;
const CONFIG_CHARS_MAX = 20_000;

/** What a guardrail looks for in questions. */
export const questionGuards = ['INAPPROPRIATE', 'CUSTOM'] as const;
/** What a guardrail looks for in answers. */
export const answerGuards = ['INAPPROPRIATE', 'COMPLIANCE', 'FINANCIAL_COMPLIANT', 'CUSTOM'] as const;
/** What a guardrail looks for. */
export type GuardPreset = (typeof answerGuards)[number];

/** What a guardrail tells its provider about an interaction. */
export class GuardMetadata {
  /** Id of the user. */
  @IsOptional() @Either(text({ maxLength: NAME_CHARS_MAX }), decimal({})) user_id?: string | number | null;
  /** Name of the environment. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) environment?: string | null;
}

/** Members of both guardrails of Alinia. */
export class AliniaMembers extends ModuleMembers {
  /** What Alinia is told. */
  @IsOptional() @Nested(() => GuardMetadata) metadata?: GuardMetadata | null;
  /** Detections of Alinia by group and name; only with `CUSTOM`, which needs them. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: CONFIG_CHARS_MAX }))
  @Widget('code_editor')
  detection_config?: Record<string, unknown> | null;
  /** Identifier of a driver of Alinia; the first one of the agent when absent. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(IDENTIFIER_CHARS_MAX)
  @Widget('driver_select', 'in-node')
  provider?: string | null;
}

function presetProblem({
  preconfig,
  detection_config: custom,
}: AliniaMembers & { readonly preconfig: GuardPreset }): string | undefined {
  const hasOwn = Object.keys(custom ?? {}).length > 0;
  if (preconfig === 'CUSTOM') return hasOwn ? undefined : 'preconfig CUSTOM needs detection_config';
  if (hasOwn) return 'detection_config belongs to preconfig CUSTOM';
  return preconfig === 'INAPPROPRIATE'
    ? undefined
    : `preconfig ${preconfig} is not supported, since its detections are not public: use CUSTOM with detection_config`;
}

/** Refuses questions that Alinia flags. */
@Together<PreprocessAliniaConfig>(presetProblem)
export class PreprocessAliniaConfig extends AliniaMembers {
  /** Name of the module. */
  @Literal('preprocess_alinia') module!: 'preprocess_alinia';
  /** What is looked for. */
  @IsIn(questionGuards) @Widget('enum_select') preconfig!: (typeof questionGuards)[number];
}

/** Replaces answers that Alinia flags. */
@Together<PostprocessAliniaConfig>(presetProblem)
export class PostprocessAliniaConfig extends AliniaMembers {
  /** Name of the module. */
  @Literal('postprocess_alinia') module!: 'postprocess_alinia';
  /** What is looked for. */
  @IsIn(answerGuards) @Widget('enum_select') preconfig!: GuardPreset;
}
