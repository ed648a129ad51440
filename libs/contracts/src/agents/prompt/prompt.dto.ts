import { IsBoolean, IsObject, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Satisfies } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';

/** Names a prompt in paths. */
export const PROMPT_ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME_CHARS_MAX = 250;
const DESCRIPTION_CHARS_MAX = 10_000;
const ARGUMENTS_MAX = 100;
const ICONS_MAX = 20;
const SIZES_MAX = 20;
/** An icon may be a whole image, as a `data:` address. */
const ICON_CHARS_MAX = 20_000;
const META_CHARS_MAX = 20_000;

/** A value that the user of a prompt supplies. */
export class PromptArgument {
  /** As in the placeholder `{name}`. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
  /** What it means, for people. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Whether the prompt cannot be used without it. */
  @IsOptional() @IsBoolean() required?: boolean | null;
}

/** An icon, as MCP describes it. */
export class PromptIcon {
  /** Address of the image, also one with `data:`. */
  @IsString() @MinLength(1) @MaxLength(ICON_CHARS_MAX) src!: string;
  /** Media type of the image. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) mimeType?: string | null;
  /** Sizes such as `48x48`. */
  @IsOptional() @ListOf(text({ maxLength: 20 }), { max: SIZES_MAX }) sizes?: string[] | null;
}

/** Members of a prompt besides its text. */
export class PromptMembers {
  /** Name of the prompt over MCP; its id when absent. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name?: string | null;
  /** What it is for. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Values for its placeholders, at most 100, each of another name. */
  @IsOptional()
  @ListOf(() => PromptArgument, { max: ARGUMENTS_MAX })
  @Satisfies(sameNameProblem)
  arguments?: PromptArgument[] | null;
  /** Icons for people, at most 20. */
  @IsOptional() @ListOf(() => PromptIcon, { max: ICONS_MAX }) icons?: PromptIcon[] | null;
  /** Anything else that clients are to know. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: META_CHARS_MAX }))
  meta?: Record<string, unknown> | null;
}

/** Changeable members of a prompt. Absent ones, and those that are null, stay. */
export class PromptSettings extends PromptMembers {
  /** Template with placeholders such as `{city}`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PROMPT_CHARS_MAX) prompt?: string | null;
}

/** A new prompt. */
export class NewPrompt extends PromptMembers {
  /** Id of the prompt: letters, digits, `_` and `-`; generated when absent. */
  @IsOptional() @IsString() @Matches(PROMPT_ID) prompt_id?: string | null;
  /** Template with placeholders such as `{city}`. */
  @IsString() @MinLength(1) @MaxLength(PROMPT_CHARS_MAX) prompt!: string;
}

/** A prompt of an agent: a template for clients, over MCP. */
export class AgentPrompt {
  /** Id of the prompt. */
  prompt_id!: string;
  /** Its name over MCP. */
  name!: string;
  /** What it is for. */
  description!: string;
  /** Template with placeholders such as `{city}`. */
  prompt!: string;
  /** Values for its placeholders. */
  arguments!: readonly PromptArgument[];
  /** Icons. */
  icons!: readonly PromptIcon[];
  /** Anything else that clients are to know. */
  meta!: Readonly<Record<string, unknown>>;
}

/** Prompts of an agent. */
export class AgentPrompts {
  /** In the order in which they were added. */
  prompts!: readonly AgentPrompt[];
}

function sameNameProblem(given: readonly PromptArgument[]): string | undefined {
  const names = given.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  return twice === undefined ? undefined : `two arguments have the name ${twice.slice(0, 100)}`;
}
