import { AppError } from '@lectern/contracts/core';
import { effortOf, type ReasoningEffort } from '@lectern/contracts/search';
import { type AgentLanguageModel, type AgentParameters, effortCodes } from '@lectern/contracts/understanding';
import { isOfAccount, type NamedGenerator, type StoredKeys } from '@lectern/understanding';

/** Settings of a task for the calls of its model. */
export interface OwnSettings {
  /** Added to the instructions of every call. */
  readonly system?: string;
  /** How questions without a prompt of their own are asked, with `{context}` and perhaps `{question}`. */
  readonly askPrompt?: string;
  readonly reasoning?: ReasoningEffort;
}

/** Settings of a task for the model that was found for it. */
export function ownSettings(llm: AgentLanguageModel | null | undefined, { generator }: NamedGenerator): OwnSettings {
  const prompts = llm?.prompts?.[generator.description.provider];
  return {
    system: prompts?.system || undefined,
    askPrompt: prompts?.prompt || undefined,
    reasoning: reasoningOf(llm),
  };
}

/** @throws AppError `invalid_request` for settings of a task that its model cannot follow */
export function checkOwnModel(
  llm: AgentLanguageModel | null | undefined,
  { named, keys }: { readonly named: NamedGenerator; readonly keys: StoredKeys },
): void {
  const { id, generator, customerKey } = named;
  const { provider, followsPrompts, reasons } = generator.description;
  const wanted = llm?.provider;
  if (wanted && wanted !== provider)
    throw refusedModel('provider', `the model ${id} is of ${provider}, not of ${wanted}`);
  const givenKeys = Object.keys(keys);
  const isUsed = (name: string) => name === provider || (name === 'text_generation' && provider === 'openai_compat');
  const stranger = givenKeys.find((name) => !isUsed(name));
  if (stranger)
    throw refusedModel(`keys.${stranger}`, `the model ${id} is of ${provider} and uses no keys of ${stranger}`);
  if (givenKeys.length > 0 && isOfAccount(id))
    throw refusedModel('keys', `the model ${id} is one of the account, which has its own keys`);
  if (keys[provider] && !customerKey) throw refusedModel(`keys.${provider}`, `the model ${id} is not called with them`);
  const given = Object.entries(llm?.prompts ?? {}).filter(([, { system, prompt }]) => system || prompt);
  const [other] = given.map(([name]) => name).filter((name) => name !== provider);
  if (other) throw refusedModel(`prompts.${other}`, `the model ${id} is of ${provider}: give prompts.${provider}`);
  if (given.length > 0 && !followsPrompts) throw refusedModel('prompts', `the model ${id} follows no prompts`);
  if (llm?.prompts?.[provider]?.prompt?.includes('{context}') === false)
    throw refusedModel(`prompts.${provider}.prompt`, 'the prompt must contain the {context} placeholder');
  const reasoning = reasoningOf(llm);
  if (reasoning !== undefined && reasoning !== 'none' && (reasons === false || !followsPrompts))
    throw refusedModel('reasoning_config', `the model ${id} does not reason`);
}

/** @throws AppError `invalid_request` for a prompt that no operation uses */
export function checkAskPrompt({ llm, operations }: AgentParameters): void {
  const prompts = Object.entries(llm?.prompts ?? {}).filter(([, { prompt }]) => prompt);
  const uses = operations.some(({ ask }) => ask && !ask.json && !ask.user_prompt);
  const [provider] = prompts.map(([name]) => name);
  if (provider === undefined || uses) return;
  throw refusedModel(
    `prompts.${provider}.prompt`,
    'it is for ask operations without json and user_prompt, and the task has no such operation',
  );
}

function reasoningOf(llm: AgentLanguageModel | null | undefined): ReasoningEffort | undefined {
  const { effort, budget_tokens: tokens } = llm?.reasoning_config ?? {};
  if (typeof effort === 'number') return effortCodes[effort];
  if (effort) return effort;
  return typeof tokens === 'number' ? effortOf({ display: false, effort: 'medium', budget_tokens: tokens }) : undefined;
}

function refusedModel(member: string, problem: string): AppError {
  return new AppError('invalid_request', `llm.${member}: ${problem}`);
}
