import { AppError, type ErrorCode, isObject, peerPath } from '@lectern/contracts/core';
import type { Egress, EgressRequest, EgressResponse } from '@lectern/egress';
import { Circuit, type CircuitObserver } from '@lectern/runtime';
import { BrokenCircuitError } from 'cockatiel';

/** Shorter than what callers wait, so that they learn why. */
const TIMEOUT_MS = 4_000;

const passedOn: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  422: 'invalid_request',
};

export interface PeerCall {
  /** Declared by `betweenHosts`. */
  readonly operation: { readonly name: string };
  readonly origin: string;
  readonly token: string;
  readonly body: unknown;
  readonly signal?: AbortSignal;
  readonly requestId?: string;
}

/** Asks other hosts of Lectern. */
export class PeerClient {
  private readonly circuits = new Map<string, Circuit>();

  constructor(
    private readonly egress: Pick<Egress, 'fetch'>,
    private readonly observe?: CircuitObserver,
  ) {}

  /** @throws AppError as the other host refused; `unavailable` when it does not answer, or not as it should */
  async ask(call: PeerCall): Promise<unknown> {
    const answer = await this.guarded(call.origin, () => this.post(call));
    if (answer.isOk) return answer.json();
    throw await refusalOf(answer, call.origin);
  }

  /**
   * Sends a request of a user to another host.
   *
   * @throws AppError `unavailable`, `deadline_exceeded`, `cancelled`
   */
  send(origin: string, path: string, request: EgressRequest): Promise<EgressResponse> {
    return this.guarded(origin, () => this.egress.fetch(`${origin}${path}`, { ...request, redirectsMax: 0 }));
  }

  private async guarded(origin: string, ask: () => Promise<EgressResponse>): Promise<EgressResponse> {
    try {
      return await this.circuitOf(origin).execute(ask);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? away(origin) : error;
    }
  }

  private async post(call: PeerCall): Promise<EgressResponse> {
    try {
      return await this.postOnce(call);
    } catch (error) {
      // A connection that was kept may have been closed by the other end; all that is asked here may be asked twice.
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      return this.postOnce(call);
    }
  }

  private postOnce({ operation, origin, token, body, signal, requestId }: PeerCall): Promise<EgressResponse> {
    return this.egress.fetch(`${origin}${peerPath(operation.name)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(requestId !== undefined && { 'x-request-id': requestId }),
      },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      redirectsMax: 0,
      signal,
    });
  }

  private circuitOf(origin: string): Circuit {
    const known = this.circuits.get(origin);
    if (known) return known;
    const onChange = (isOpen: boolean) => this.observe?.({ server: hostOf(origin), calls: 'all', isOpen });
    const made = new Circuit({ isFailure: isAway, onChange });
    this.circuits.set(origin, made);
    return made;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');
}

/** Only what Lectern says itself is believed: a proxy before it may refuse in its own way. */
async function refusalOf(answer: EgressResponse, origin: string): Promise<AppError> {
  const code = passedOn[answer.status];
  const detail = await answer.json().then(detailOf, () => undefined);
  return code === undefined || detail === undefined
    ? new AppError('unavailable', `${hostOf(origin)} answered ${answer.status}`)
    : new AppError(code, detail);
}

function detailOf(body: unknown): string | undefined {
  if (!isObject(body) || !('detail' in body)) return undefined;
  return typeof body.detail === 'string' ? body.detail : JSON.stringify(body.detail);
}

function away(origin: string): AppError {
  return new AppError('unavailable', `${hostOf(origin)} does not answer`);
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}
