import {
  type UsageClient,
  usageClients,
  type UsageDetail,
  type UsageMetric,
  usageMetrics,
  type UsagePoint,
  type UsedTokenParts,
} from '@lectern/contracts/accounts';
import { utcWithOffset } from '@lectern/contracts/core';
import type { SpanSum, SpanTokens } from './usage.repository';

/** Tokens of one unit of `svc_tokens`. */
const TOKENS_PER_UNIT = 1_000;
const VERSION = '1';
const SERVICE = 'lectern';

/** What was found for a range. */
export interface FoundUsage {
  /** Beginnings of all spans, oldest first. */
  readonly spans: readonly Date[];
  readonly sums: readonly SpanSum[];
  readonly tokens: readonly SpanTokens[];
}

/** A point for each span, with every metric. */
export function usagePoints({ spans, sums, tokens }: FoundUsage): UsagePoint[] {
  const sumsBySpan = Map.groupBy(sums, ({ span }) => span.getTime());
  const tokensBySpan = Map.groupBy(tokens, ({ span }) => span.getTime());
  return spans.map((span) => {
    const measured = new Map(
      (sumsBySpan.get(span.getTime()) ?? []).map(({ metric, value }) => [metric, Number(value)]),
    );
    return { timestamp: utcWithOffset(span), ...metricsOf(measured, tokensBySpan.get(span.getTime()) ?? []) };
  });
}

function metricsOf(measured: ReadonlyMap<string, number>, tokens: readonly SpanTokens[]): Pick<UsagePoint, 'metrics'> {
  const details = detailsOf(tokens);
  const total = (counted: readonly SpanTokens[]) => counted.reduce((sum, one) => sum + one.input + one.output, 0);
  const used = total(tokens);
  const ofTokens: Readonly<Partial<Record<UsageMetric, number>>> = {
    ai_tokens_used: used,
    svc_tokens: used / TOKENS_PER_UNIT,
    svc_tokens_billed: total(tokens.filter(({ customerKey }) => !customerKey)) / TOKENS_PER_UNIT,
  };
  const metrics = usageMetrics.map((name) => {
    const value = ofTokens[name];
    return value === undefined ? { name, value: measured.get(name) ?? 0, details: [] } : { name, value, details };
  });
  return { metrics };
}

/** One for each kind of call and model. */
function detailsOf(tokens: readonly SpanTokens[]): readonly UsageDetail[] {
  const groups = Map.groupBy(tokens, ({ type, model }) => JSON.stringify([type, model]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const raw = tokenParts(group, 1);
    const billed = group.filter(({ customerKey }) => !customerKey);
    return [
      {
        identifier: {
          type: first.type,
          source: 'predict',
          version: VERSION,
          model: first.model === '' ? null : first.model,
          service: SERVICE,
        },
        svc_tokens: tokenParts(group, TOKENS_PER_UNIT),
        svc_tokens_billed: tokenParts(billed, TOKENS_PER_UNIT),
        raw_usage: raw,
        requests: requestCounts(group),
      },
    ];
  });
}

function tokenParts(group: readonly SpanTokens[], unit: number): UsedTokenParts {
  const input = group.reduce((sum, one) => sum + one.input, 0) / unit;
  const output = group.reduce((sum, one) => sum + one.output, 0) / unit;
  return { search: null, input, output, image: null, storage: null };
}

function requestCounts(group: readonly SpanTokens[]): UsageDetail['requests'] {
  const count = (client: UsageClient) =>
    group.filter((one) => one.client === client).reduce((sum, { requests }) => sum + requests, 0);
  return Object.fromEntries(usageClients.map((client) => [client, count(client)]));
}
