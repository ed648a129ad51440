import { IsObject, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Either, ListOf, Satisfies } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';
import { WORKFLOW_ID } from '../params';

const NAME_CHARS_MAX = 250;
const DESCRIPTION_CHARS_MAX = 10_000;
const PARAMETERS_MAX = 100;
const PARAMETERS_CHARS_MAX = 100_000;
/** Characters of a rule. */
export const RULE_CHARS_MAX = 10_000;
/** Rules of a workflow or a module. */
export const RULES_MAX = 100;

const rule = text({ minLength: 1, maxLength: RULE_CHARS_MAX });

/** An instruction for the models of a workflow. */
export class PromptRule {
  /** The instruction. */
  @IsString() @MinLength(1) @MaxLength(RULE_CHARS_MAX) prompt!: string;
}

/** Instructions for the models of a workflow, in the form in which they were given. */
export class WorkflowRules {
  /** Texts, or objects with a `prompt`; at most 100. */
  @ListOf({ kind: 'union', branches: [rule, { kind: 'object', type: () => PromptRule }] }, { max: RULES_MAX })
  rules!: (string | PromptRule)[];
}

/** Members of a workflow besides its name. */
export class WorkflowMembers {
  /** What it is for; callers over MCP choose by it. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** JSON Schemas of the arguments by name, at most 100. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: PARAMETERS_CHARS_MAX }))
  @Satisfies(parametersProblem)
  parameters?: Record<string, unknown> | null;
  /** Names of arguments that an interaction must bring. */
  @IsOptional()
  @Either({ kind: 'list', item: text({ minLength: 1, maxLength: NAME_CHARS_MAX }), max: PARAMETERS_MAX })
  required?: string[] | null;
  /** Instructions for its models. */
  @IsOptional()
  @ListOf({ kind: 'union', branches: [rule, { kind: 'object', type: () => PromptRule }] }, { max: RULES_MAX })
  rules?: (string | PromptRule)[] | null;
}

/** Changeable members of a workflow. Absent ones stay. */
export class WorkflowSettings extends WorkflowMembers {
  /** Name of the workflow, and of its tool over MCP. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name?: string | null;
}

/** A new workflow. */
export class NewWorkflow extends WorkflowMembers {
  /** Id of the workflow: letters, digits, `_` and `-`; generated when absent. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) id?: string | null;
  /** Name of the workflow, and of its tool over MCP. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
}

/** A workflow of an agent. */
export class Workflow {
  /** Id of the workflow. */
  id!: string;
  /** Its name. */
  name!: string;
  /** What it is for. */
  description!: string;
  /** JSON Schemas of its arguments by name. */
  parameters!: Readonly<Record<string, unknown>>;
  /** Instructions for its models. */
  rules!: readonly (string | PromptRule)[];
  /** Names of arguments that an interaction must bring. */
  required!: readonly string[];
}

/** Workflows of an agent. */
export class Workflows {
  /** The workflow `default` first, then by age. */
  workflows!: readonly Workflow[];
}

/** Names what was added. */
export class AddedId {
  /** Its id. */
  id!: string;
}

function parametersProblem(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(parameters);
  if (names.length > PARAMETERS_MAX) return `at most ${PARAMETERS_MAX} parameters`;
  const wrong = names.find((name) => typeof parameters[name] !== 'object' || parameters[name] === null);
  return wrong === undefined ? undefined : `the parameter ${wrong.slice(0, 100)} is not a JSON Schema`;
}
