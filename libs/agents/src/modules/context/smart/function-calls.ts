import { AppError, isObject } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';
import { NobodyToAsk } from '../../../engine/asking-back';
import type { FunctionCall } from '../../../engine/module-models';
import type { FoundContext, ModuleRun } from '../../../engine/module-run';
import { AGENTS_PLACE, type RegisteredFunction } from './registered-functions';
import { boundedResult } from './bounded-result';
import type { CallResult, PlanningConfig } from './planning';
import type { SmartBudget } from './smart-budget';

const ARGUMENTS_CHARS_MAX = 50_000;

/** Calls functions as a model asks for them: only those that are registered, only with arguments that fit. */
export class FunctionCalls {
  /** Of all calls, without those that the run has already. */
  readonly contexts: FoundContext[] = [];
  /** Whether any call found something. */
  hasFound = false;
  private readonly made = new Set<string>();
  private readonly known = new Set<string>();

  constructor(
    private readonly functions: readonly RegisteredFunction[],
    private readonly config: PlanningConfig,
    private readonly run: ModuleRun,
    private readonly budget: SmartBudget,
  ) {}

  /** Results in the order of the calls. A failure is a result, too, which the model sees. */
  async all(given: readonly FunctionCall[]): Promise<readonly CallResult[]> {
    const calls = given.slice(0, this.config.parallel_tool_calls ? this.budget.callsLeft : 1);
    return Promise.all(calls.map((call) => this.one(call)));
  }

  private async one(call: FunctionCall): Promise<CallResult> {
    const called = this.functions.find(({ name }) => name === call.name);
    if (!called) {
      const names = this.functions.map(({ name }) => name).join(', ');
      return {
        call,
        isNew: this.isNew(call.name, call.arguments),
        text: `There is no such function; there are ${names}`,
      };
    }
    const given = argumentsOf(call.arguments);
    const isNew = this.isNew(call.name, canonical(given ?? call.arguments));
    if (!isNew)
      return { call, isNew, text: 'This call was made before, with the same arguments: its result is above.' };
    const problem = given ? await this.problemOf(called, given) : 'They are no JSON object';
    if (!given || problem !== undefined) return { call, isNew, text: `Wrong arguments: ${problem}` };
    this.budget.noteCall();
    return { call, isNew, text: await this.result(called, given) };
  }

  private isNew(name: string, given: string): boolean {
    const key = `${name} ${given}`;
    const isNew = !this.made.has(key);
    this.made.add(key);
    return isNew;
  }

  private async problemOf({ parameters }: RegisteredFunction, given: object): Promise<string | undefined> {
    const circumstances = { owner: this.run.facts.agent.id, signal: this.run.signal };
    try {
      await answerSchemas.check(parameters, circumstances);
      return await answerSchemas.problemOf(parameters, given, circumstances);
    } catch (error) {
      if (error instanceof SchemaError) return error.message;
      throw error;
    }
  }

  /** A step of its own, below that of `smart`. */
  private async result(called: RegisteredFunction, given: Readonly<Record<string, unknown>>): Promise<string> {
    try {
      const { items, contexts, isHandedOn } = await this.run.part(called.agent, AGENTS_PLACE, async (inner) => {
        const found = await this.budget.counting(inner, () => called.call(given, inner));
        return { ...found, value: called.name, metadata: { function: called.name, arguments: given } };
      });
      this.hasFound ||= contexts.length > 0;
      for (const context of isHandedOn ? [] : contexts) this.keep(context, called.agent.id);
      return boundedResult(items, this.limitsOf(called));
    } catch (error) {
      this.run.signal.throwIfAborted();
      if (error instanceof NobodyToAsk) throw error;
      if (error instanceof AppError && error.code !== 'internal') return `The call failed: ${error.message}`;
      throw error;
    }
  }

  /** What earlier calls have found is not found again. */
  private keep({ answer: _, ...context }: FoundContext, origin: string): void {
    const isNew = (text: string) => !this.known.has(text) && this.known.add(text);
    const chunks = context.chunks
      .filter(({ source, chunk_id: id, text }) => isNew(JSON.stringify([source, id, text])))
      .map((chunk) => ({ ...chunk, origin_agent: origin }));
    const structured = (context.structured ?? []).filter((text) => isNew(text));
    const hasMore = (context.json_objects?.length ?? 0) + Object.keys(context.images ?? {}).length > 0;
    if (chunks.length + structured.length > 0 || hasMore) this.contexts.push({ ...context, chunks, structured });
  }

  private limitsOf({ agent }: RegisteredFunction): { readonly bytesMax: number; readonly itemBytesMax: number } {
    const { max_tool_result_kb: kb, max_tool_result_item_kb: itemKb } = this.config;
    return {
      bytesMax: kb ? kb * 1_024 : agent.max_tool_result_bytes,
      itemBytesMax: itemKb ? itemKb * 1_024 : agent.max_tool_result_item_bytes,
    };
  }
}

function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > ARGUMENTS_CHARS_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same text for objects that differ in the order of their members only. */
function canonical(value: Readonly<Record<string, unknown>> | string): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
