import type { SearchConfiguration } from '@lectern/contracts/knowledge-box';
import { type Filters, filterMembers, noFilters } from '../../parts/filters/filters';

/** What the form of a search configuration says. Undefined and empty members follow the defaults. */
export interface ConfigurationDraft {
  readonly kind: 'find' | 'ask';
  readonly byWords: boolean;
  readonly byMeaning: boolean;
  /** Custom synonyms are searched, too: by words only. */
  readonly withSynonyms: boolean;
  /** How both rankings become one: by normalised scores, or by reciprocal ranks. */
  readonly fusion: 'scores' | 'ranks';
  /** Share of the meaning in the sum of scores, 0 to 1. */
  readonly meaningShare: number | undefined;
  /** Weights of reciprocal ranks. */
  readonly wordsWeight: number | undefined;
  readonly meaningWeight: number | undefined;
  /** Least scores. */
  readonly meaningFloor: number | undefined;
  readonly wordsFloor: number | undefined;
  readonly isReranked: boolean;
  /** Hits that are reranked. */
  readonly window: number | undefined;
  /** Most results. */
  readonly topK: number | undefined;
  readonly vectorset: string;
  readonly filters: Filters;
  /** Of questions: the model that answers, and its system prompt. */
  readonly model: string;
  readonly system: string;
  /** Members that the form does not show, which stay as they are. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export const newDraft: ConfigurationDraft = {
  kind: 'find',
  byWords: true,
  byMeaning: true,
  withSynonyms: false,
  fusion: 'scores',
  meaningShare: undefined,
  wordsWeight: undefined,
  meaningWeight: undefined,
  meaningFloor: undefined,
  wordsFloor: undefined,
  isReranked: true,
  window: undefined,
  topK: undefined,
  vectorset: '',
  filters: noFilters,
  model: '',
  system: '',
  rest: {},
};

type Config = Readonly<Record<string, unknown>>;
type Part = Partial<ConfigurationDraft>;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const numberOf = (value: unknown) => (isNumber(value) ? value : undefined);
const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: Config, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name));

/** How each member is read; undefined for what the form cannot show. */
const readers: Readonly<Record<string, (value: unknown, kind: ConfigurationDraft['kind']) => Part | undefined>> = {
  features: featuresOf,
  rank_fusion: fusionOf,
  min_score: floorsOf,
  reranker: rerankerOf,
  top_k: (value) => (isNumber(value) ? { topK: value } : undefined),
  vectorset: (value) => (typeof value === 'string' ? { vectorset: value } : undefined),
  with_synonyms: (value) => (typeof value === 'boolean' ? { withSynonyms: value } : undefined),
  filters: filtersOfMember,
  generative_model: (value, kind) => (kind === 'ask' && typeof value === 'string' ? { model: value } : undefined),
  prompt: (value, kind) =>
    kind === 'ask' && isObject(value) && hasOnly(value, ['system']) && typeof value.system === 'string'
      ? { system: value.system }
      : undefined,
};

/** The draft of a stored configuration. */
export function draftOfConfiguration({ kind, config }: SearchConfiguration): ConfigurationDraft {
  let draft: ConfigurationDraft = { ...newDraft, kind };
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    const part = readers[name]?.(value, kind);
    if (part) draft = { ...draft, ...part };
    else rest[name] = value;
  }
  return { ...draft, rest };
}

function featuresOf(value: unknown): Part | undefined {
  if (!Array.isArray(value)) return undefined;
  const byWords = value.includes('keyword') || value.includes('paragraphs');
  const byMeaning = value.includes('semantic') || value.includes('vectors');
  const isKnown = value.every((one) => ['keyword', 'paragraphs', 'semantic', 'vectors'].includes(String(one)));
  return isKnown && (byWords || byMeaning) ? { byWords, byMeaning } : undefined;
}

function fusionOf(value: unknown): Part | undefined {
  if (value === 'rrf') return { fusion: 'ranks' };
  if (!isObject(value)) return undefined;
  if (value.name === 'wCombSUM' && hasOnly(value, ['name', 'semantic_weight']))
    return { fusion: 'scores', meaningShare: numberOf(value.semantic_weight) };
  const { boosting = {} } = value;
  if (value.name !== 'rrf' || !hasOnly(value, ['name', 'boosting']) || !isObject(boosting)) return undefined;
  if (!hasOnly(boosting, ['keyword', 'semantic'])) return undefined;
  return { fusion: 'ranks', wordsWeight: numberOf(boosting.keyword), meaningWeight: numberOf(boosting.semantic) };
}

function floorsOf(value: unknown): Part | undefined {
  if (isNumber(value)) return { meaningFloor: value };
  if (!isObject(value) || !hasOnly(value, ['semantic', 'bm25'])) return undefined;
  return { meaningFloor: numberOf(value.semantic), wordsFloor: numberOf(value.bm25) };
}

function rerankerOf(value: unknown): Part | undefined {
  if (value === 'predict' || value === 'noop') return { isReranked: value === 'predict' };
  if (!isObject(value) || value.name !== 'predict' || !hasOnly(value, ['name', 'window'])) return undefined;
  return { isReranked: true, window: numberOf(value.window) };
}

/** Filters as this console writes them: all of some labels, one of some kinds, one of some languages. */
function filtersOfMember(value: unknown): Part | undefined {
  if (!Array.isArray(value)) return undefined;
  let filters: Filters = noFilters;
  for (const condition of value) {
    const part = filterPart(condition);
    if (!part) return undefined;
    filters = { ...filters, ...part };
  }
  return { filters };
}

function filterPart(condition: unknown): Partial<Filters> | undefined {
  if (!isObject(condition)) return undefined;
  const { all, any } = condition;
  if (isPaths(all) && hasOnly(condition, ['all'])) return { labels: all };
  if (!isPaths(any) || !hasOnly(condition, ['any'])) return undefined;
  if (any.every((path) => path.startsWith('/icon') || path.startsWith('/n/i'))) return { kinds: any };
  return any.every((path) => path.startsWith('/metadata.language') || path.startsWith('/s/p'))
    ? { languages: any }
    : undefined;
}

function isPaths(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === 'string');
}

/** Members of the configuration: those that differ from the defaults. */
export function configOf(draft: ConfigurationDraft): Config {
  const { byWords, byMeaning, withSynonyms, isReranked, window, topK, vectorset, model, system, rest } = draft;
  const meaning = byMeaning && !withSynonyms;
  const both = byWords && meaning;
  const rankFusion = both ? fusionMember(draft) : undefined;
  const filters = filterMembers(draft.filters);
  return {
    ...(!both && { features: meaning ? ['semantic'] : ['keyword'] }),
    ...(withSynonyms && { with_synonyms: true }),
    ...(rankFusion && { rank_fusion: rankFusion }),
    ...floorsMember(draft),
    ...(!isReranked && { reranker: 'noop' }),
    ...(isReranked && window !== undefined && { reranker: { name: 'predict', window } }),
    ...(topK !== undefined && { top_k: topK }),
    ...(vectorset !== '' && meaning && { vectorset }),
    ...filters,
    ...(draft.kind === 'ask' && model !== '' && { generative_model: model }),
    ...(draft.kind === 'ask' && system.trim() !== '' && { prompt: { system } }),
    ...rest,
  };
}

function fusionMember({ fusion, meaningShare, wordsWeight, meaningWeight }: ConfigurationDraft) {
  if (fusion === 'scores')
    return meaningShare === undefined ? undefined : { name: 'wCombSUM', semantic_weight: meaningShare };
  if (wordsWeight === undefined && meaningWeight === undefined) return 'rrf';
  const boosting = {
    ...(wordsWeight !== undefined && { keyword: wordsWeight }),
    ...(meaningWeight !== undefined && { semantic: meaningWeight }),
  };
  return { name: 'rrf', boosting };
}

function floorsMember({ meaningFloor, wordsFloor }: ConfigurationDraft) {
  if (meaningFloor === undefined && wordsFloor === undefined) return {};
  return {
    min_score: {
      ...(meaningFloor !== undefined && { semantic: meaningFloor }),
      ...(wordsFloor !== undefined && { bm25: wordsFloor }),
    },
  };
}

/** Members of a question that decide what is found. */
const retrieving = new Set([
  'features',
  'rank_fusion',
  'min_score',
  'reranker',
  'top_k',
  'vectorset',
  'with_synonyms',
  'with_duplicates',
  'show_hidden',
  'filters',
  'keyword_filters',
  'filter_expression',
  'fields',
  'resource_filters',
  'range_creation_start',
  'range_creation_end',
  'range_modification_start',
  'range_modification_end',
  'security',
]);

/** Members of a find that searches as the configuration does. */
export function trialMembers(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([name]) => retrieving.has(name)));
}
