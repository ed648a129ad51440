import type { McpModuleConfig } from '@lectern/contracts/agents';
import { AppError, isObject } from '@lectern/contracts/core';
import { NobodyToAsk } from '../../../engine/asking-back';
import type { McpPrompt, McpResult, McpSource, McpTool } from '../../../engine/mcp-source';
import type { FunctionResult, ModuleFunction, ModuleRun } from '../../../engine/module-run';
import { type CalledTool, resultOfTool } from './mcp-contexts';
import { dialogOf, jsonObjectIn } from './mcp-dialog';
import { progressOf } from './mcp-progress';

/** Characters of a name that every model takes. */
const NAME_CHARS_MAX = 64;
const SHOWN_ARGUMENTS_CHARS_MAX = 2_000;
const AGREED = { type: 'object', properties: { call_tool: { type: 'boolean' } }, required: ['call_tool'] };

/** A tool or a prompt of a server as a function. */
export interface McpFunction extends ModuleFunction {
  readonly called: CalledTool;
  readonly isDestructive: boolean;
}

/** How functions of a server are called. */
export type McpFunctionConfig = Pick<
  McpModuleConfig,
  'source' | 'interaction' | 'feedback_timeout' | 'progress_feedback' | 'published_functions'
>;

/** @throws AppError for a driver that the transport of the module does not fit, and as the sources */
export async function mcpSource(config: McpModuleConfig, run: ModuleRun): Promise<McpSource> {
  const source = await run.sources.mcp(config.source, dialogOf(config, run));
  if ((config.transport === 'STDIO') === (source.transport === 'STDIO')) return source;
  throw new AppError(
    'invalid_request',
    `The driver ${config.source} is not reached by ${config.transport}: choose the transport of its provider`,
  );
}

/** Tools of a server, and its prompts where the configuration says so. @throws AppError of the server */
export async function mcpFunctions(
  config: McpModuleConfig,
  source: McpSource,
  run: ModuleRun,
): Promise<readonly McpFunction[]> {
  const { include_mcp_prompts: hasPrompts, expose_prompts_as_tools: asTools, published_functions: published } = config;
  const [tools, prompts] = await Promise.all([source.tools(), hasPrompts && asTools ? source.prompts() : []]);
  run.signal.throwIfAborted();
  const exposed = tools.filter(({ name }) => published === null || published === undefined || published.includes(name));
  return named([
    ...exposed.map((tool) => functionOfTool(tool, source, config)),
    ...prompts.map((prompt) => functionOfPrompt(prompt, source, config)),
  ]);
}

function functionOfTool(tool: McpTool, source: McpSource, config: McpFunctionConfig): McpFunction {
  const called = { source: source.identifier, name: tool.name, title: tool.title };
  return {
    name: tool.name,
    description: tool.description || tool.title,
    // Models and their providers take objects only.
    parameters: { ...tool.inputSchema, type: 'object' },
    isForeign: true,
    isDestructive: tool.isDestructive,
    called,
    run: async (given, _question, run) => {
      if (config.interaction && !(await isAgreed(called, given, { config, run })))
        return { items: ['The user did not agree to this call. Continue without it.'], contexts: [] };
      const progress = config.progress_feedback ? progressOf(tool.name, run) : undefined;
      return calledSafely(called, run, () =>
        source.call(tool.name, given, { signal: run.signal, ...(progress && { onProgress: progress }) }),
      );
    },
  };
}

function functionOfPrompt(prompt: McpPrompt, source: McpSource, { interaction: _ }: McpFunctionConfig): McpFunction {
  const called = { source: source.identifier, name: prompt.name, title: prompt.title };
  const properties = prompt.arguments.map(({ name, description }) => [name, { type: 'string', description }] as const);
  const required = prompt.arguments.filter((one) => one.required).map(({ name }) => name);
  return {
    name: `prompt_${prompt.name}`,
    description: prompt.description || prompt.title,
    parameters: { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false },
    isForeign: true,
    isDestructive: false,
    called,
    run: (given, _question, run) =>
      calledSafely(called, run, () => source.prompt(prompt.name, textsIn(given), { signal: run.signal })),
  };
}

/** The texts of a prompt, which the user chose. @throws AppError of the server */
export async function chosenPrompt(
  { source: identifier, feedback_timeout: timeoutMs }: McpFunctionConfig,
  source: McpSource,
  run: ModuleRun,
): Promise<FunctionResult | undefined> {
  const prompts = await source.prompts();
  if (prompts.length === 0) return undefined;
  const data = prompts.map(({ name, title, description, arguments: given }) => ({
    name,
    title,
    description,
    arguments: given,
    meta: null,
  }));
  const text = `Which prompt of ${identifier} is used?`;
  const answer = jsonObjectIn((await run.ask({ text, timeoutMs, data })) ?? '');
  const prompt = prompts.find(({ name }) => name === answer?.prompt_id);
  if (!answer || !prompt) return undefined;
  const given = isObject(answer.data) ? textsIn(answer.data) : {};
  const called = { source: identifier, name: prompt.name, title: prompt.title };
  return calledSafely(called, run, () => source.prompt(prompt.name, given, { signal: run.signal }));
}

/** A call is made once: what fails is a result, which the model sees. */
async function calledSafely(
  called: CalledTool,
  { signal }: ModuleRun,
  call: () => Promise<McpResult>,
): Promise<FunctionResult> {
  try {
    return resultOfTool(await call(), called);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'internal' || error instanceof NobodyToAsk) throw error;
    return { items: [`The call failed: ${error.message}`], contexts: [] };
  }
}

/** Silence is no agreement. @throws NobodyToAsk, AppError */
async function isAgreed(
  { source, name }: CalledTool,
  given: Readonly<Record<string, unknown>>,
  { config, run }: { readonly config: McpFunctionConfig; readonly run: ModuleRun },
): Promise<boolean> {
  const shown = JSON.stringify(given).slice(0, SHOWN_ARGUMENTS_CHARS_MAX);
  const text = `Call the tool ${name} of ${source} with ${shown}?`;
  const data = { source, tool: name, arguments: given };
  const asked = { text, timeoutMs: config.feedback_timeout, responseSchema: AGREED, data };
  return jsonObjectIn((await run.ask(asked)) ?? '')?.call_tool === true;
}

/** Names that every model takes; those that are the same are told apart by a number. */
export function named<T extends ModuleFunction>(functions: readonly T[]): readonly T[] {
  const taken = new Set<string>();
  return functions.map((one) => {
    const clean = one.name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, NAME_CHARS_MAX);
    let name = clean;
    for (let number = 2; taken.has(name); number += 1) name = `${clean.slice(0, NAME_CHARS_MAX - 4)}_${number}`;
    taken.add(name);
    return { ...one, name };
  });
}

function textsIn(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const all = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(all);
}
