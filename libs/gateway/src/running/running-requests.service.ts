import { type accessChanged, AppError } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { Authorizer } from '../access/authorizer';
import { CheckLane } from './check-lane';
import { expired, isNarrowed, lossOf, type LossReason, narrowed, unconfirmed } from './lost-right';
import { type AdmittedRequest, type AnswerEnd, RunningRequest } from './running-request';

type Change = NonNullable<(typeof accessChanged)['data']>;

export interface RunningTimes {
  /** How often a request is checked although nothing was heard: an event may be lost. */
  readonly checkEveryMs: number;
  /** How often due requests are checked, such as for the expiry of a credential. */
  readonly lookEveryMs: number;
  /** Changes within this time are one. */
  readonly gatherMs: number;
  /** A change is looked at once more, when the services that are asked have certainly heard of it, too. */
  readonly echoMs: number;
  /** How long a right that a change concerns may stay unconfirmed, such as while a service is unavailable. */
  readonly confirmMs: number;
  /** How long one check may take: longer than `confirmMs`, since a busy service is not away. */
  readonly checkMsMax: number;
}

export const runningTimes: RunningTimes = {
  checkEveryMs: 10_000,
  lookEveryMs: 1_000,
  gatherMs: 250,
  echoMs: 750,
  confirmMs: 1_500,
  checkMsMax: 3_000,
};

/** Checks after changes; these are few, and somebody waits for the end of a right. */
const CHANGED_AT_ONCE = 16;
/** Checks without a reason. */
const ROUTINE_AT_ONCE = 4;
/** With more requests than these allow, each is checked less often. */
const ROUTINE_PER_LOOK_MAX = 200;
/** Distinct changes that wait for their second look; more are covered by the routine. */
const ECHOES_MAX = 1_000;

/**
 * All requests that are being answered, with the right that let each in. When a change concerns one, and every few
 * seconds, the authorizer is asked again, as for a new request; one that it would refuse now ends. While services are
 * away, rights that no change concerns stay.
 */
@Injectable()
export class RunningRequests implements OnModuleDestroy {
  private readonly logger = new Logger('Gateway');
  private readonly open = new Set<RunningRequest>();
  private readonly changed = new Set<RunningRequest>();
  private readonly echoes = new Map<string, Change>();
  private readonly afterChanges = new CheckLane<RunningRequest>(CHANGED_AT_ONCE, (one) => this.check(one));
  private readonly routine = new CheckLane<RunningRequest>(ROUTINE_AT_ONCE, (one) => this.check(one));
  private readonly ended: ReturnType<Metrics['counter']>;
  private changes = 0;
  private looking: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly authorizer: Authorizer,
    private readonly access: AccessService,
    metrics: Metrics,
    private readonly times: RunningTimes = runningTimes,
  ) {
    this.ended = metrics.counter({
      name: 'requests_ended_total',
      help: 'Requests that ended early because their caller lost the right to them, by reason',
      labels: ['reason'],
    });
    metrics.gauge({
      name: 'requests_running',
      help: 'Requests being answered that end when their caller loses the right to them',
      collect: () => this.open.size,
    });
  }

  onModuleDestroy(): void {
    clearTimeout(this.looking);
    clearTimeout(this.gathering);
  }

  /** To be read before a request is admitted: a change between that and `begin` is noticed by it. */
  get moment(): number {
    return this.changes;
  }

  begin(admitted: AdmittedRequest, response: AnswerEnd, moment: number): RunningRequest {
    const request = new RunningRequest(admitted, response, (one) => this.forget(one));
    if (response.destroyed || hasNothingToLose(admitted)) return request;
    this.open.add(request);
    this.plan(request);
    this.lookLater();
    if (moment !== this.changes) this.mark([request]);
    return request;
  }

  /** Ids of the users whose requests are being answered. */
  users(): ReadonlySet<string> {
    const principals = [...this.open].map(({ admitted }) => admitted.admission.principal);
    return new Set(principals.filter(({ kind }) => kind === 'user' || kind === 'pat').map(({ id }) => id));
  }

  /** To be called after the caches of `AccessService` dropped what the change names. */
  noteChange(change: Change): void {
    this.changes += 1;
    this.markConcerned(change);
    const name = JSON.stringify(change);
    if (this.echoes.has(name) || this.echoes.size >= ECHOES_MAX) return;
    this.echoes.set(name, change);
    setTimeout(() => this.echo(name, change), this.times.echoMs).unref();
  }

  /** Later cache entries may come from a service that had not received the change yet. */
  private echo(name: string, change: Change): void {
    this.echoes.delete(name);
    this.access.invalidate(change);
    this.markConcerned(change);
  }

  private markConcerned(change: Change): void {
    this.mark([...this.open].filter((one) => one.isConcernedBy(change)));
  }

  private mark(requests: readonly RunningRequest[]): void {
    const confirmByMs = Date.now() + this.times.confirmMs;
    for (const one of requests) {
      one.confirmByMs ??= confirmByMs;
      this.changed.add(one);
    }
    if (this.changed.size > 0) this.gathering ??= setTimeout(this.checkChanged, this.times.gatherMs).unref();
  }

  private readonly checkChanged = (): void => {
    this.gathering = undefined;
    this.afterChanges.add(this.changed);
    this.changed.clear();
  };

  private lookLater(): void {
    this.looking ??= setTimeout(this.look, this.times.lookEveryMs).unref();
  }

  private readonly look = (): void => {
    this.looking = undefined;
    const nowMs = Date.now();
    const due = [...this.open].filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs);
    this.routine.add(due.slice(0, ROUTINE_PER_LOOK_MAX));
    if (this.open.size > 0) this.lookLater();
  };

  /** Does not reject. */
  private async check(request: RunningRequest): Promise<void> {
    if (!this.open.has(request)) return;
    const { operation, visit, admission } = request.admitted;
    try {
      const now = await this.inTime(this.authorizer.admit(operation, visit));
      if (isNarrowed(admission.principal, now.principal)) return this.end(request, narrowed(), 'narrowed');
      request.expiresMs = now.expiresMs ?? Infinity;
      request.confirmByMs = undefined;
      this.plan(request);
    } catch (error) {
      const reason = lossOf(error);
      // Only AppErrors have a reason.
      if (reason !== undefined) this.end(request, error as AppError, reason);
      else this.judgeUnknown(request, error);
    }
  }

  /** The services did not answer: the earlier result counts, unless it has expired. */
  private judgeUnknown(request: RunningRequest, error: unknown): void {
    if (!(error instanceof AppError)) this.logger.error({ message: 'A right could not be checked', err: error });
    const nowMs = Date.now();
    const { expiresMs, confirmByMs } = request;
    if (expiresMs <= nowMs) return this.end(request, expired(), 'expired');
    if (confirmByMs === undefined) request.dueMs = Math.min(nowMs + this.times.lookEveryMs, expiresMs);
    else if (confirmByMs <= nowMs) this.end(request, unconfirmed(), 'unconfirmed');
    else this.mark([request]);
  }

  private inTime<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new AppError('deadline_exceeded', 'The right was not checked in time'));
    const timer = setTimeout(giveUp, this.times.checkMsMax);
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  }

  private plan(request: RunningRequest): void {
    request.dueMs = Math.min(Date.now() + this.times.checkEveryMs, request.expiresMs);
  }

  private end(request: RunningRequest, refusal: AppError, reason: LossReason): void {
    // It may have been answered while it was checked.
    if (!this.open.has(request)) return;
    this.ended.inc({ reason });
    request.end(refusal);
  }

  private forget(request: RunningRequest): void {
    this.open.delete(request);
    this.changed.delete(request);
    this.afterChanges.drop(request);
    this.routine.drop(request);
  }
}

/** Public access has no permission that may end. */
function hasNothingToLose({ admission: { principal } }: AdmittedRequest): boolean {
  return principal.kind === 'none' && principal.kb === undefined;
}
