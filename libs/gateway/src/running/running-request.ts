import { type accessChanged, AppError } from '@lectern/contracts/core';
import type { Admission, Guarded, Visit } from '../access/authorizer';

type Change = NonNullable<(typeof accessChanged)['data']>;

/** An admitted request, and its caller. */
export interface AdmittedRequest {
  readonly operation: Guarded;
  readonly visit: Visit;
  readonly admission: Admission;
}

/** What a request is answered on: its response, or the connection of a socket. */
export interface AnswerEnd {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** How long the end of an answer may take to reach a client that has lost the right to the rest. */
const ENDING_MS = 1_000;

/** A request that is being answered. It ends early when its client hangs up or its caller loses the right to it. */
export class RunningRequest {
  private readonly abort = new AbortController();
  /** When its right is checked again, in ms since the epoch. */
  dueMs = Infinity;
  /** When its credential expires. */
  expiresMs: number;
  /** Until when a change that concerns it must be found harmless. */
  confirmByMs: number | undefined;

  constructor(
    readonly admitted: AdmittedRequest,
    private readonly response: AnswerEnd,
    private readonly onOver: (request: RunningRequest) => void,
  ) {
    this.expiresMs = admitted.admission.expiresMs ?? Infinity;
    if (response.destroyed) this.abort.abort();
    response.once('close', () => {
      this.onOver(this);
      if (!response.writableFinished) this.abort.abort();
    });
  }

  /** Aborted when the client hung up, and with an AppError as its reason when the right to it ended. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /**
   * From now on it is completed regardless of its caller: its changes may be committed soon.
   *
   * @throws AppError as `refuseWhenEnded`
   */
  settle(): void {
    this.refuseWhenEnded();
    this.onOver(this);
  }

  /** @throws AppError when the right to it ended */
  refuseWhenEnded(): void {
    const { reason } = this.signal;
    if (reason instanceof AppError) throw reason;
  }

  /** Ends it with a refusal, or by breaking the connection off where nothing can be said any more. */
  end(refusal: AppError): void {
    this.onOver(this);
    this.abort.abort(refusal);
    const { response } = this;
    setTimeout(() => response.writableFinished || response.destroy(), ENDING_MS).unref();
  }

  /** Whether the change may be one of its right. */
  isConcernedBy({ kbid, account, user, key }: Change): boolean {
    const { principal } = this.admitted.admission;
    return (
      (key !== undefined && principal.key === key) ||
      (user !== undefined && principal.id === user) ||
      (kbid !== undefined && principal.kb === kbid) ||
      (account !== undefined && principal.account === account)
    );
  }
}
