import type { UsedStrategies, UsedStrategy } from '@lectern/contracts/knowledge-box';

/** The strategies of a message and its attachments, which are the same, with what all of them took. */
export function joinedStrategies(all: readonly (UsedStrategies | undefined)[]): UsedStrategies | undefined {
  const extract = joinedOnes(all.map((one) => one?.extract));
  const split = joinedOnes(all.map((one) => one?.split));
  return extract || split ? { ...(extract && { extract }), ...(split && { split }) } : undefined;
}

function joinedOnes(all: readonly (UsedStrategy | undefined)[]): UsedStrategy | undefined {
  const used = all.filter((one) => one !== undefined);
  const asked = used.filter(({ model }) => model !== undefined);
  const sum = (member: 'calls' | 'input_tokens' | 'output_tokens') =>
    asked.reduce((total, one) => total + (one[member] ?? 0), 0);
  const first = asked[0] ?? used[0];
  if (!first || asked.length === 0) return first;
  return { ...first, calls: sum('calls'), input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
}
