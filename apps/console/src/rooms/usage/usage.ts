import {
  getAccountUsage,
  type UsageAggregation,
  type UsageMetric,
  usageMetrics,
  type UsageReport,
} from '@lectern/contracts/accounts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

export type UsagePoint = UsageReport['points'][number];

/** What is shown. */
export interface UsageChoice {
  readonly from: string;
  readonly to: string;
  readonly aggregation: UsageAggregation;
  /** The only box that counts. */
  readonly box: string | null;
}

export const usageQuery = (account: string, { from, to, aggregation, box }: UsageChoice) =>
  queryOptions({
    queryKey: ['account', account, 'usage', from, to, aggregation, box],
    queryFn: async ({ signal }): Promise<readonly UsagePoint[]> => {
      const query = { from, to, aggregation, ...(box !== null && { knowledgebox: box }) };
      return (await api.call(getAccountUsage, { params: { account }, query, signal })).points;
    },
    // The charts stay while others are chosen.
    placeholderData: keepPreviousData,
  });

/** Values of one metric, one for each span. */
export interface Series {
  readonly name: UsageMetric;
  readonly values: readonly number[];
  readonly total: number;
}

/** All metrics, those with usage first, otherwise in the order of the interface. */
export function seriesOf(points: readonly UsagePoint[]): readonly Series[] {
  const all = usageMetrics.map((name): Series => {
    const values = points.map((point) => valueOf(point, name));
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  });
  return [...all.filter(({ total }) => total > 0), ...all.filter(({ total }) => total === 0)];
}

export function valueOf({ metrics }: UsagePoint, name: UsageMetric): number {
  return metrics.find((metric) => metric.name === name)?.value ?? 0;
}

/** Tokens of one kind of call of one model. */
export interface ModelUse {
  readonly type: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly requests: number;
}

/** What models were used for, the most tokens first. */
export function modelUses(points: readonly UsagePoint[]): readonly ModelUse[] {
  const uses = new Map<string, ModelUse>();
  for (const { metrics } of points) {
    const { details = [] } = metrics.find(({ name }) => name === 'ai_tokens_used') ?? {};
    for (const { identifier, raw_usage: raw, requests } of details) {
      const { type, model } = { type: identifier.type, model: identifier.model ?? '' };
      const key = JSON.stringify([type, model]);
      const before = uses.get(key) ?? { type, model, input: 0, output: 0, requests: 0 };
      uses.set(key, {
        ...before,
        input: before.input + (raw.input ?? 0),
        output: before.output + (raw.output ?? 0),
        requests: before.requests + Object.values(requests).reduce((sum, count) => sum + count, 0),
      });
    }
  }
  return [...uses.values()].toSorted((a, b) => b.input + b.output - (a.input + a.output));
}
