import { isObject } from '@lectern/contracts/core';
import type { Fetch } from '../hosted/chat-model';
import type { ModelServer } from './server-models';

/** Used when the server does not report a limit. */
export const CONTEXT_TOKENS_DEFAULT = 32_000;
/** Ollama's default unless a model's parameters override it: longer prompts are truncated silently. */
const OLLAMA_TOKENS = 4_096;
const ASK_TIMEOUT_MS = 2_000;
/** The smallest useful limit. */
export const CONTEXT_TOKENS_MIN = 256;
const CONTEXT_TOKENS_MAX = 10_000_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * Context tokens of a model on a server: from its list of models (`max_model_len` of vLLM, `n_ctx` of llama.cpp,
 * `context_length` of others), or from Ollama's description. Undefined when the server does not report it within 2 s.
 */
export async function contextWindowOf(server: ModelServer, model: string, fetch: Fetch): Promise<number | undefined> {
  return (await listedWindow(server, model, fetch)) ?? (await ollamaWindow(server, model, fetch));
}

async function listedWindow({ baseUrl, apiKey }: ModelServer, model: string, fetch: Fetch) {
  const answer = await asked(fetch, `${baseUrl.replace(/\/$/, '')}/models`, { headers: bearer(apiKey) });
  const list = Array.isArray(answer?.['data']) ? answer['data'].filter(isObject) : [];
  const own = list.find(({ id }) => id === model);
  const meta = isObject(own?.['meta']) ? own['meta'] : {};
  return windowIn([
    own?.['max_model_len'],
    meta['n_ctx'],
    own?.['context_length'],
    own?.['max_context_length'],
    own?.['loaded_context_length'],
    own?.['context_window'],
  ]);
}

async function ollamaWindow({ baseUrl, apiKey }: ModelServer, model: string, fetch: Fetch) {
  const headers = { ...bearer(apiKey), 'content-type': 'application/json' };
  const address = new URL('/api/show', baseUrl).href;
  const answer = await asked(fetch, address, { method: 'POST', headers, body: JSON.stringify({ model }) });
  if (!isObject(answer?.['model_info'])) return undefined;
  const { parameters, model_info: info } = answer;
  const set = /^num_ctx\s+(\d+)\s*$/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  const trained = windowIn(
    Object.entries(info).flatMap(([name, value]) => (/\.context_length$/.test(name) ? [value] : [])),
  );
  return windowIn([set && Number(set)]) ?? Math.min(trained ?? OLLAMA_TOKENS, OLLAMA_TOKENS);
}

async function asked(fetch: Fetch, url: string, init: RequestInit): Promise<Json | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return isObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function windowIn(values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => Number.isInteger(value) && isWindow(Number(value)));
}

function isWindow(tokens: number): boolean {
  return tokens >= CONTEXT_TOKENS_MIN && tokens <= CONTEXT_TOKENS_MAX;
}

function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
