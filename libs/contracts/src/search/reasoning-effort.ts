import { REASONING_TOKENS_DEFAULT, type Reasoning, type ReasoningEffort } from './reasoning/reasoning.dto';

/** Token limit of each effort. */
const tokensOfEffort: readonly (readonly [ReasoningEffort, number])[] = [
  ['none', 0],
  ['minimal', 1_024],
  ['low', 4_096],
  ['medium', 16_384],
  ['high', 32_768],
];

/** How much a model is to think; undefined where nothing is said. Without an effort a budget of tokens counts. */
export function effortOf(reasoning: boolean | Reasoning): ReasoningEffort | undefined {
  if (typeof reasoning === 'boolean') return reasoning ? 'medium' : undefined;
  const { effort, budget_tokens: tokens } = reasoning;
  if (effort !== 'medium' || tokens === REASONING_TOKENS_DEFAULT) return effort;
  return tokensOfEffort.find(([, most]) => tokens <= most)?.[0] ?? 'xhigh';
}

/** Whether the answer shows what the model thought. */
export function showsReasoning(reasoning: boolean | Reasoning): boolean {
  return typeof reasoning === 'boolean' || reasoning.display;
}
