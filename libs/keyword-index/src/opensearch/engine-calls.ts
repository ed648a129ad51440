import { AppError } from '@lectern/contracts/core';
import { type API, type ApiResponse, type Client, errors } from '@opensearch-project/opensearch';
import { Circuit, CIRCUIT_FAILURES_MAX, type CircuitObserver, CIRCUIT_PAUSE_MS, Deadline } from '@lectern/runtime';
import {
  bulkhead,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  retry,
} from 'cockatiel';
import { engineError, isClusterAway, isStarting } from './opensearch-errors';

const STARTING_RETRIES_MAX = 4;
/** No user waits for a write, so it may be retried for about ten seconds. */
const PATIENT_RETRIES_MAX = 24;
const startingDelayMs = { initialDelay: 50, maxDelay: 500 } as const;
/** Concurrent writes per process; further ones wait. */
const WRITES_AT_ONCE_MAX = 4;
const WRITES_WAITING_MAX = 2_000;

type Call<T> = (client: Client) => Promise<Answer<T>> & { abort?: () => unknown };
type Answer<T> = ApiResponse & { readonly body: T };

interface Limits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Every request to the cluster goes through here, with a deadline and a circuit breaker; failures become our errors. A
 * cluster that is slow to write may still answer searches, so reads and writes have separate breakers.
 */
export class EngineCalls {
  private readonly starting = retry(handleWhen(isStarting), {
    maxAttempts: STARTING_RETRIES_MAX,
    backoff: new ExponentialBackoff(startingDelayMs),
  });
  private readonly startingPatiently = retry(handleWhen(isStarting), {
    maxAttempts: PATIENT_RETRIES_MAX,
    backoff: new ExponentialBackoff(startingDelayMs),
  });
  private readonly writesAtOnce = bulkhead(WRITES_AT_ONCE_MAX, WRITES_WAITING_MAX);
  private readonly reading: Circuit;
  private readonly writing: Circuit;

  constructor(
    readonly client: Client,
    readonly timeoutMs: number,
    observe?: CircuitObserver,
  ) {
    const circuit = (calls: string) =>
      new Circuit({
        isFailure: isClusterAway,
        onChange: (isOpen) => observe?.({ server: 'opensearch', calls, isOpen }),
      });
    this.reading = circuit('read');
    this.writing = circuit('write');
  }

  /** @throws AppError `unavailable`, `deadline_exceeded`, `cancelled` when `signal` aborts */
  async read<T>(call: Call<T>, limits: Limits = {}): Promise<T> {
    return this.translated(() => this.starting.execute(() => this.reading.execute(() => this.bounded(call, limits))));
  }

  /** Sends several searches of one index in one request. @throws as `read`, and when one of them fails */
  async search(requests: readonly API.Search_Request[], limits: Limits): Promise<readonly API.Search_ResponseBody[]> {
    return this.read((client) => {
      const index = requests[0]?.index;
      const body = requests.flatMap(({ preference, search_type, allow_partial_search_results, body: search = {} }) => [
        { preference, search_type, allow_partial_search_results },
        search,
      ]);
      const request: ReturnType<Call<API.Msearch_ResponseBody>> = client.msearch({ index, body });
      const answered = request.then((answer) => ({ ...answer, body: answersOf(answer) }));
      return Object.assign(answered, { abort: () => request.abort?.() });
    }, limits);
  }

  /** Retries the preparation of a write while an index starts. @throws AppError as `work`, or `unavailable` */
  async untilStarted<T>(work: () => Promise<T>): Promise<T> {
    return this.translated(() => this.startingPatiently.execute(work));
  }

  /** @throws AppError `unavailable`, `deadline_exceeded`, `storage_full` */
  async write<T>(call: Call<T>, limits: Pick<Limits, 'timeoutMs'> = {}): Promise<T> {
    const once = () => this.bounded(call, limits);
    return this.translated(() => this.writesAtOnce.execute(() => this.writing.execute(once)));
  }

  private async bounded<T>(call: Call<T>, { signal, timeoutMs = this.timeoutMs }: Limits): Promise<T> {
    const cancelled = () => new AppError('cancelled', 'The search was cancelled');
    if (signal?.aborted) throw cancelled();
    const deadline = new Deadline(timeoutMs, signal);
    const request = call(this.client);
    deadline.signal.addEventListener('abort', () => void request.abort?.(), { once: true });
    try {
      return (await request).body;
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (deadline.isOver) throw new AppError('deadline_exceeded', `OpenSearch did not answer in ${timeoutMs} ms`);
      throw error;
    } finally {
      deadline.release();
    }
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isBrokenCircuitError(error))
        throw engineError(
          new Error(`it failed ${CIRCUIT_FAILURES_MAX} times and is asked again in ${CIRCUIT_PAUSE_MS / 1_000} s`),
        );
      if (isBulkheadRejectedError(error)) throw engineError(new Error('too many writes are waiting'));
      throw engineError(error);
    }
  }
}

/** The error of one search among several. */
interface Refusal {
  readonly error: object;
  readonly status: number;
}

/** @throws ResponseError as if the failed search had been the only one */
function answersOf(answer: Answer<API.Msearch_ResponseBody>): API.Search_ResponseBody[] {
  return answer.body.responses.map((one: API.Search_ResponseBody | Refusal) => {
    if ('error' in one) throw new errors.ResponseError({ ...answer, statusCode: one.status, body: one });
    return one;
  });
}
