import { Readable } from 'node:stream';
import { ApiClient, ApiError } from '@lectern/client';
import type { KbdbConfig } from '@lectern/contracts/agents';
import { AppError, type ErrorCode, isObject } from '@lectern/contracts/core';
import { getSynonyms, listCatalog, listLabelsets } from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox, type AskValue, findParagraphs } from '@lectern/contracts/search';
import { bytesWithoutSecrets, Egress, secretsSent } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import type { BoxCalls, CountedCalls } from './box-calls';

/** From the request to the last byte of its answer. */
const DEADLINE_MS = 120_000;
/** Bytes of an answer, after decompression. */
const ANSWER_BYTES_MAX = 16 * 1024 ** 2;
const CLIENT = { 'x-kbdb-client': 'agent' };

/** A knowledge box of another zone, and its key. */
export interface RemoteBox extends Pick<KbdbConfig, 'kbid'> {
  /** API base of its zone, which ends in `/api`. */
  readonly url: string;
  readonly key: string;
  /** Security groups that its caller acts with; absent: those of the request. */
  readonly groups?: readonly string[] | undefined;
}

/** For whom a box of another zone is asked. */
export interface RemoteCaller {
  readonly signal: AbortSignal;
  /** Counts what is asked. */
  readonly calls: Pick<CountedCalls, 'outside' | 'outsideStream'>;
}

/** Asks knowledge boxes of other zones over HTTP, with the keys of drivers. */
@Injectable()
export class RemoteBoxes {
  constructor(private readonly egress: Egress) {}

  /** Nothing is sent before the first call. Calls throw `forbidden` when the key does not open the box there. */
  open({ url, kbid, key, groups }: RemoteBox, { signal, calls }: RemoteCaller): BoxCalls {
    const api = new ApiClient({
      origin: url.replace(/\/+$/, '').replace(/\/api$/, ''),
      credential: { 'x-svc-serviceaccount': `Bearer ${key}` },
      fetch: (address, init) => this.fetch(String(address), { ...init, signal }),
      repeatsMax: 0,
    });
    const params = { kbid };
    const headers = CLIENT;
    const counted = <T>(call: () => Promise<T>) => calls.outside(signal, () => answered(call()));
    const security = groups && { security: { groups: [...groups] } };
    return {
      ask: (asked) => {
        const body = { ...asked, ...security };
        return calls.outsideStream(signal, () => valuesOf(api.stream(askKnowledgeBox, { params, headers, body })));
      },
      find: async (wanted) => {
        const body = { ...wanted, ...security };
        return (await counted(() => api.call(findParagraphs, { params, headers, body }))).results;
      },
      catalog: (body) => {
        // A list takes no groups, and the key may see everything.
        if (groups) throw new AppError('forbidden', 'A box of another zone cannot be listed with security groups');
        return counted(() => api.document(listCatalog, { params, body }));
      },
      labelsets: async () => (await counted(() => api.document(listLabelsets, { params }))).labelsets,
      synonyms: async () => (await counted(() => api.call(getSynonyms, { params }))).synonyms,
    };
  }

  /** The key goes nowhere else: redirects are not followed. */
  private async fetch(url: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
    const limits = { timeoutMs: DEADLINE_MS, sizeBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0 };
    const sent = Object.fromEntries(new Headers(headers));
    const answer = await this.egress.fetch(url, {
      ...limits,
      headers: sent,
      ...(method !== undefined && { method }),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
    });
    if (answer.isOk) return new Response(discreetBody(answer.body, sent), { status: answer.status });
    answer.body.destroy();
    throw refusedBy(url, answer.status);
  }
}

/** Nobody sees the key, even where a server repeats it. */
function discreetBody(body: Readable, sent: Readonly<Record<string, string>>): ReadableStream<Uint8Array> {
  // The type of Node's own streams differs from that of browsers in name only.
  return Readable.toWeb(Readable.from(bytesWithoutSecrets(body, secretsSent(sent)))) as ReadableStream<Uint8Array>;
}

async function* valuesOf(lines: AsyncIterable<AskValue>): AsyncGenerator<AskValue> {
  try {
    for await (const line of lines) if (hasItem(line)) yield { item: line.item };
  } catch (error) {
    throw understood(error);
  }
}

function hasItem(line: AskValue): line is AskValue & Required<Pick<AskValue, 'item'>> {
  return isObject(line) && isObject(line.item);
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw understood(error);
  });
}

/** Another server may answer anything. */
function understood(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || error instanceof ApiError) return error;
  return new AppError(
    'unavailable',
    'The zone of the knowledge box answered something else than JSON',
    {},
    { cause: error },
  );
}

const codes: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 429: 'rate_limited' };

/** Never the text of the other server, which may contain the key. */
function refusedBy(url: string, status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError('forbidden', 'The key of the driver does not open its knowledge box');
  const code = codes[status] ?? (status >= 500 ? 'unavailable' : 'invalid_request');
  return new AppError(code, `The zone of the knowledge box, ${new URL(url).host}, answered ${status}`);
}
