import { configSlice, type Setting, text } from '@lectern/config';
import { isObject } from '@lectern/contracts/core';

const PROGRAMS_MAX = 100;
const ARGUMENTS_MAX = 100;
const NAME = /^[\w.-]{1,64}$/;
const VARIABLE = /^[A-Za-z_]\w{0,249}$/;
const members = ['command', 'args', 'env', 'variables'];

/** A program that drivers of `mcpstdio` may name: an MCP server on standard input and output. */
export interface AllowedProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that a driver may set: others, such as `NODE_OPTIONS`, could make it run foreign code. */
  readonly variables: readonly string[];
}

/** By name. */
export type AllowedPrograms = ReadonlyMap<string, AllowedProgram>;

const programs: Setting<AllowedPrograms> = {
  ...text({
    doc: 'MCP servers that drivers of agents may start as programs, by name: {"github": {"command": "github-mcp-server", "args": ["stdio"], "env": {}, "variables": ["GITHUB_PERSONAL_ACCESS_TOKEN"]}}; `variables` are those that a driver may set; they run with the rights of the process',
    fallback: '{}',
    secret: true,
  }),
  type: 'JSON object',
  parse: allowedProgramsIn,
};

export const programsSlice = configSlice('MCP programs', { MCP_STDIO_SERVERS: programs });

/** @throws Error whose message completes the name of the setting */
export function allowedProgramsIn(json: string): AllowedPrograms {
  const value = parsed(json);
  if (!isObject(value) || Array.isArray(value)) throw new Error('must be a JSON object of programs by name');
  const entries = Object.entries(value);
  if (entries.length > PROGRAMS_MAX) throw new Error(`must have at most ${PROGRAMS_MAX} programs`);
  return new Map(entries.map(([name, program]) => [name, allowedProgram(name, program)]));
}

function allowedProgram(name: string, program: unknown): AllowedProgram {
  if (!NAME.test(name)) throw new Error(`must have names of letters, digits, "_", "." and "-", unlike ${name}`);
  const given = isObject(program) ? program : {};
  const { command, args = [], env = {}, variables = [] } = given;
  const unknown = Object.keys(given).find((member) => !members.includes(member));
  if (unknown !== undefined) throw new Error(`must not have ${unknown} for ${name}`);
  if (typeof command !== 'string' || command === '') throw new Error(`must have for ${name} the command as text`);
  if (!areTexts(args) || args.length > ARGUMENTS_MAX)
    throw new Error(`must have for ${name} at most ${ARGUMENTS_MAX} texts as args`);
  if (!isEnvironment(env)) throw new Error(`must have for ${name} texts by name of the variable as env`);
  if (!areTexts(variables) || !variables.every((one) => VARIABLE.test(one)))
    throw new Error(`must have for ${name} names of variables as variables`);
  return { command, args, env, variables };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isEnvironment(value: unknown): value is Readonly<Record<string, string>> {
  return (
    isObject(value) && Object.entries(value).every(([name, one]) => VARIABLE.test(name) && typeof one === 'string')
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('must be JSON');
  }
}
