import { type MeasuredMetric, usageClients, type UsageEvent, usageMetrics } from '@lectern/contracts/accounts';
import { AppError, asUuid } from '@lectern/contracts/core';

const MINUTE_MS = 60_000;
const TEXT_CHARS_MAX = 256;

interface Place {
  readonly account: string;
  /** ISO 8601. */
  readonly minute: string;
  readonly kbid: string;
  readonly nua: string;
}

/** Sum of a metric, for the database. */
export interface SumRow extends Place {
  readonly metric: MeasuredMetric;
  value: number;
}

/** Tokens, for the database. */
export interface TokenRow extends Place {
  readonly type: string;
  readonly model: string;
  readonly customer: boolean;
  readonly client: string;
  input: number;
  output: number;
  requests: number;
}

/** Rows of a delivery: each key once, since a statement cannot write a row twice. */
export interface UsageRows {
  readonly sums: readonly SumRow[];
  readonly tokens: readonly TokenRow[];
}

/** Sums of events by minute. @throws AppError `invalid_request` for an event that only a bug could write */
export function usageRows(events: readonly UsageEvent[]): UsageRows {
  const sums = new Map<string, SumRow>();
  const tokens = new Map<string, TokenRow>();
  for (const event of events) {
    const place = usagePlace(event);
    for (const [name, value] of Object.entries(event.metrics ?? {})) {
      const row: SumRow = { ...place, metric: metricOf(name), value: amount(value) };
      const known = sums.get(keyOf(place, name));
      if (known) known.value += row.value;
      else sums.set(keyOf(place, name), row);
    }
    if (event.tokens) addTokens(tokens, event, place);
  }
  return { sums: [...sums.values()], tokens: [...tokens.values()] };
}

function addTokens(rows: Map<string, TokenRow>, { tokens, client }: UsageEvent, place: Place): void {
  if (!tokens) return;
  const [type, model] = [storedText(tokens.type), storedText(tokens.model)];
  const [input, output, customer] = [amount(tokens.input), amount(tokens.output), tokens.customerKey === true];
  const from = usageClients.find((one) => one === client) ?? 'api';
  const key = keyOf(place, type, model, String(customer), from);
  const known = rows.get(key);
  if (!known) {
    rows.set(key, { ...place, type, model, customer, client: from, input, output, requests: 1 });
    return;
  }
  known.input += input;
  known.output += output;
  known.requests += 1;
}

function usagePlace({ account, kbid = '', nuaClient = '', atMs }: UsageEvent): Place {
  const id = typeof account === 'string' ? asUuid(account) : undefined;
  if (id === undefined || !Number.isFinite(atMs) || Math.abs(atMs) > 8.64e15) throw wrongEvent();
  const minute = new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString();
  return { account: id, minute, kbid: storedText(kbid), nua: storedText(nuaClient) };
}

function metricOf(name: string): MeasuredMetric {
  const found = usageMetrics.find((one) => one === name);
  if (!found || found === 'ai_tokens_used' || found === 'svc_tokens' || found === 'svc_tokens_billed')
    throw wrongEvent();
  return found;
}

function amount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw wrongEvent();
  return value;
}

function storedText(value: unknown): string {
  if (typeof value !== 'string' || value.includes('\0')) throw wrongEvent();
  return value.slice(0, TEXT_CHARS_MAX);
}

function keyOf({ account, minute, kbid, nua }: Place, ...more: readonly string[]): string {
  return JSON.stringify([account, minute, kbid, nua, ...more]);
}

function wrongEvent(): AppError {
  return new AppError('invalid_request', 'This is no event of usage');
}
