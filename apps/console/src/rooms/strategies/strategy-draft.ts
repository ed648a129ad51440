import type { ExtractStrategy, SplitStrategy, StrategyModel, VisualExtraction } from '@lectern/contracts/understanding';

/** What both kinds of strategies have in the form. */
interface CommonDraft {
  readonly name: string;
  /** Characters; undefined is the default. */
  readonly paragraphMax: number | undefined;
  /** Name of the model; empty is that of the box. */
  readonly model: string;
  /** Instructions, one a line. */
  readonly rules: string;
  /** How much the model thinks, which the form does not show. */
  readonly reasoning: StrategyModel['reasoning_config'];
}

/** An extract strategy in the form. */
export interface ExtractDraft extends CommonDraft {
  readonly readsPages: boolean;
  readonly readsTables: boolean;
  /** Of tables, one a line. */
  readonly tableRules: string;
  readonly mergesPages: boolean;
  /** Undefined: as many as one call takes. */
  readonly pagesMax: number | undefined;
  readonly withHidden: boolean;
  /** Undefined is the default. */
  readonly callsMax: number | undefined;
}

/** Where a split strategy cuts: as usual, at a text, or where a model says. */
export type SplitKind = 'usual' | 'text' | 'model';

/** A split strategy in the form. */
export interface SplitDraft extends CommonDraft {
  readonly kind: SplitKind;
  readonly splitter: string;
}

const kinds = ['usual', 'text', 'model'] as const;
const linesOf = (rules: readonly string[] | null | undefined) => (rules ?? []).join('\n');
const rulesOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** 0 is the default, as an absent member is. */
const numberOf = (value: number | null | undefined) => value || undefined;

/** Whether a strategy has keys of its own, which no answer shows: a copy goes without. */
export function hasKeys({ vllm_config: pages, ai_tables: tables, llm_split: split }: ExtractStrategy & SplitStrategy) {
  return [pages, tables, split].some((part) => part?.llm?.user_keys?.openai_compat != null);
}

export function extractDraftOf(config: ExtractStrategy = {}): ExtractDraft {
  const { name, vllm_config: pages, ai_tables: tables, include_hidden, split, max_parallel_llm_calls } = config;
  const llm = pages?.llm ?? tables?.llm;
  return {
    name: name ?? '',
    readsPages: pages != null,
    rules: linesOf(pages?.rules),
    readsTables: tables != null,
    tableRules: linesOf(tables?.rules),
    mergesPages: tables?.merge_pages ?? false,
    pagesMax: numberOf(tables?.max_pages_to_merge),
    withHidden: include_hidden ?? false,
    paragraphMax: numberOf(split?.max_paragraph),
    callsMax: numberOf(max_parallel_llm_calls),
    model: llm?.generative_model ?? '',
    reasoning: llm?.reasoning_config,
  };
}

function modelOf({ model, reasoning }: CommonDraft): { llm?: StrategyModel } {
  if (model === '' && reasoning == null) return {};
  return {
    llm: { ...(model !== '' && { generative_model: model }), ...(reasoning && { reasoning_config: reasoning }) },
  };
}

export function extractConfigOf(draft: ExtractDraft): ExtractStrategy {
  const { name, readsPages, readsTables, mergesPages, pagesMax, withHidden, paragraphMax, callsMax } = draft;
  const pages: VisualExtraction = { ...modelOf(draft), rules: rulesOf(draft.rules) };
  const tables: VisualExtraction = {
    ...modelOf(draft),
    rules: rulesOf(draft.tableRules),
    merge_pages: mergesPages,
    ...(mergesPages && { max_pages_to_merge: pagesMax ?? 0 }),
  };
  return {
    name: name.trim(),
    ...(readsPages && { vllm_config: pages }),
    ...(readsTables && { ai_tables: tables }),
    ...(withHidden && { include_hidden: true }),
    ...(paragraphMax !== undefined && { split: { max_paragraph: paragraphMax } }),
    ...((readsPages || readsTables) && callsMax !== undefined && { max_parallel_llm_calls: callsMax }),
  };
}

export function splitDraftOf(config: SplitStrategy = {}): SplitDraft {
  const { name, max_paragraph: paragraphMax, custom_split: kind, llm_split: byModel, manual_split: atText } = config;
  return {
    name: name ?? '',
    kind: kinds[kind ?? 0] ?? 'usual',
    splitter: atText?.splitter ?? '',
    rules: linesOf(byModel?.rules),
    model: byModel?.llm?.generative_model ?? '',
    reasoning: byModel?.llm?.reasoning_config,
    paragraphMax: numberOf(paragraphMax),
  };
}

export function splitConfigOf(draft: SplitDraft): SplitStrategy {
  const { name, kind, splitter, rules, paragraphMax } = draft;
  return {
    name: name.trim(),
    ...(kind === 'text' && { custom_split: 1 as const, manual_split: { splitter } }),
    ...(kind === 'model' && { custom_split: 2 as const, llm_split: { ...modelOf(draft), rules: rulesOf(rules) } }),
    ...(paragraphMax !== undefined && { max_paragraph: paragraphMax }),
  };
}
