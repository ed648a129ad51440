import { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@lectern/contracts/core';
import { Circuit, type CircuitObserver } from '@lectern/runtime';
import { isStoreFailure, s3Error } from './s3-errors';

const CONNECT_TIMEOUT_MS = 3_000;
/** Limit of one request, including its upload, until the answer begins. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection without traffic for this long is closed, even if the reader has only stopped reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** Limit of a call without content, including all retries. */
const CALL_TIMEOUT_MS = 15_000;
const ATTEMPTS_MAX = 3;
const CONNECTIONS_MAX = 128;

export interface S3Address {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly pathStyle: boolean;
  /** Found by the SDK when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly observe?: CircuitObserver;
}

/** Makes calls with deadlines, translates their failures, and pauses calls after several consecutive failures. */
export class S3Connection {
  readonly client: S3Client;
  private readonly circuit: Circuit;

  constructor({ region, endpoint, pathStyle, credentials, observe }: S3Address) {
    this.circuit = new Circuit({
      isFailure: isStoreFailure,
      onChange: (isOpen) => observe?.({ server: 's3', calls: 'all', isOpen }),
    });
    const agent = { maxSockets: CONNECTIONS_MAX };
    this.client = new S3Client({
      region,
      endpoint,
      forcePathStyle: pathStyle,
      credentials,
      maxAttempts: ATTEMPTS_MAX,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_TIMEOUT_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
  }

  /**
   * @param call without content of arbitrary length
   * @throws AppError `not_found`, `unavailable`, `storage_full`
   */
  async call<T>(call: (options: { readonly abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    return this.guard(async () => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), CALL_TIMEOUT_MS);
      try {
        return await call({ abortSignal: late.signal });
      } catch (error) {
        if (!late.signal.aborted) throw error;
        throw new AppError('unavailable', `The object store did not answer within ${CALL_TIMEOUT_MS} ms`);
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** The same for a call that has a deadline per part instead of one for the whole. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.circuit.execute(async () => {
        try {
          return await work();
        } catch (error) {
          throw s3Error(error);
        }
      });
    } catch (error) {
      throw s3Error(error);
    }
  }

  close(): void {
    this.client.destroy();
  }
}
