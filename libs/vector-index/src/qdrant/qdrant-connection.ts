import { AppError } from '@lectern/contracts/core';
import { Circuit, type CircuitObserver, CIRCUIT_PAUSE_MS, Deadline } from '@lectern/runtime';
import { QdrantClient, type Schemas } from '@qdrant/js-client-rest';
import { handleWhen, retry } from 'cockatiel';
import { Agent, request } from 'undici';
import { isCutOff, isQdrantFailure, qdrantError } from './qdrant-errors';

/** A write may wait for a collection to be created or for many points to be removed. */
const WRITE_TIMEOUT_MS = 60_000;
/** Of its first answer: a server that starts beside us, or is busy, is slow. */
const START_TIMEOUT_MS = 30_000;
const CONNECTIONS_MAX = 32;
/** Each attempt may get an idle connection that Qdrant has just closed. All our requests may be repeated. */
const CUT_OFF_RETRIES_MAX = 2;

export type QdrantApi = ReturnType<QdrantClient['api']>;
export type Filter = Schemas['Filter'];
export type Condition = Schemas['Condition'];

type Call<T> = (api: QdrantApi, init: RequestInit) => Promise<Answer<T>>;

interface Answer<T> {
  readonly data: { readonly result?: T };
}

export interface QdrantAddress {
  readonly url: string;
  readonly apiKey?: string;
  /** Deadline of reads. */
  readonly timeoutMs: number;
  readonly observe?: CircuitObserver;
}

/** Calls with deadlines; failures become our errors, and after many failures calls fail immediately for a moment. */
export class QdrantConnection {
  private readonly api: QdrantApi;
  private readonly agent = new Agent({ connections: CONNECTIONS_MAX, headersTimeout: 0, bodyTimeout: 0 });
  private readonly again = retry(handleWhen(isCutOff), { maxAttempts: CUT_OFF_RETRIES_MAX });
  private readonly reading: Circuit;
  private readonly writing: Circuit;

  constructor(private readonly address: QdrantAddress) {
    const { origin, pathname, port } = new URL(address.url);
    this.api = new QdrantClient({
      url: origin,
      port: port === '' ? null : Number(port),
      prefix: pathname.replace(/\/+$/, ''),
      headers: connectionHeaders(address.apiKey),
      // Each call has its own deadline; the client's would replace the caller's signal.
      timeout: Infinity,
      maxConnections: CONNECTIONS_MAX,
      checkCompatibility: false,
    }).api();
    const circuit = (calls: string) =>
      new Circuit({
        isFailure: isQdrantFailure,
        onChange: (isOpen) => address.observe?.({ server: 'qdrant', calls, isOpen }),
      });
    this.reading = circuit('read');
    this.writing = circuit('write');
  }

  /** @throws AppError `unavailable`, `not_found` for a missing collection, `cancelled` */
  read<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    return this.ask(this.reading, call, { timeoutMs: this.address.timeoutMs, signal });
  }

  /** @throws AppError `unavailable`, `storage_full`, `not_found` for a missing collection */
  write<T>(call: Call<T>): Promise<T> {
    return this.ask(this.writing, call, { timeoutMs: WRITE_TIMEOUT_MS });
  }

  /**
   * A call for `read` and `write` with many numbers, for each of which the client would call a function, both ways. The
   * caller knows the shape of the answer.
   *
   * @param body JSON
   */
  posting<T>(path: string, body: Buffer | string): Call<T> {
    return (_, { signal }) => this.post<T>(path, body, signal);
  }

  /** @throws AppError `unavailable` */
  async version(): Promise<string> {
    const timeoutMs = Math.max(this.address.timeoutMs, START_TIMEOUT_MS);
    const { data } = await this.attempt((init) => this.api.root({}, init), { timeoutMs });
    return data.version;
  }

  private async post<T>(path: string, body: Buffer | string, signal: RequestInit['signal']): Promise<Answer<T>> {
    const { url, apiKey } = this.address;
    const headers = { ...connectionHeaders(apiKey), 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body, signal, dispatcher: this.agent } as const;
    const response = await request(`${url.replace(/\/+$/, '')}${path}`, options);
    const text = await response.body.text();
    if (response.statusCode !== 200) throw Object.assign(new Error(text), { status: response.statusCode });
    // Qdrant documents this shape for the path.
    return { data: JSON.parse(text) as Answer<T>['data'] };
  }

  private async ask<T>(circuit: Circuit, call: Call<T>, limits: Limits): Promise<T> {
    try {
      const { data } = await circuit.execute(() =>
        this.again.execute(() => this.attempt((init) => call(this.api, init), limits)),
      );
      if (data.result === undefined) throw new AppError('unavailable', 'Qdrant answered nothing');
      return data.result;
    } catch (error) {
      throw qdrantError(error, Math.ceil(CIRCUIT_PAUSE_MS / 1_000));
    }
  }

  private async attempt<T>(call: (init: RequestInit) => Promise<T>, { timeoutMs, signal }: Limits): Promise<T> {
    if (signal?.aborted) throw cancelled();
    const deadline = new Deadline(timeoutMs, signal);
    try {
      return await call({ signal: deadline.signal });
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (deadline.isOver) throw new AppError('unavailable', `Qdrant did not answer within ${timeoutMs} ms`);
      throw qdrantError(error, 0);
    } finally {
      deadline.release();
    }
  }
}

interface Limits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

function connectionHeaders(apiKey?: string): Record<string, string> {
  // Qdrant sends compressed answers in pieces that wait for acknowledgement: measured, 40 ms more per search.
  return { 'accept-encoding': 'identity', ...(apiKey === undefined ? {} : { 'api-key': apiKey }) };
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The search was cancelled');
}
