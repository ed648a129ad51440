import { Bus } from '@lectern/bus';
import {
  type DetachedQuestion,
  EPHEMERAL_SESSION,
  followOwnInteraction,
  frameOf,
  type InteractionFrame,
  type InteractionPlace,
  type InteractionStop,
  type OwnInteraction,
  type SaidToInteraction,
  type SignInOutcome,
  type SignInPlace,
  type SignInReturn,
  type SocketOpening,
  tellOwnInteraction,
  type UserResponse,
} from '@lectern/contracts/agents';
import { AppError, asUuid, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { exceptionOf } from './interaction-answer';
import type { InteractionEntity } from './interaction.entity';
import { InteractionRecords } from './interaction-records';
import type { SessionOfInteraction } from './interaction.repository';
import type { InteractionRun } from './interaction-run';
import { InteractionSessions } from './interaction-sessions';
import { InteractionStarts, type NewInteraction, questionHash } from './interaction-starts';
import { KEPT_MS, OwnInteractions, RUN_MS_MAX } from './own-interactions';

/** Who asks an agent what. */
export type InteractionCall = Omit<NewInteraction, 'question'>;

/** How an interaction begins that others may follow. */
type BegunWay = Pick<NewInteraction, 'asking' | 'planned'>;

/** Who follows an interaction, and until when. */
export interface FollowCall {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

type SoFar = Pick<OwnInteraction, 'soFar'>;

/** Runs interactions, and reaches those of other processes. */
@Injectable()
export class InteractionService {
  constructor(
    private readonly bus: Bus,
    private readonly records: InteractionRecords,
    private readonly sessions: InteractionSessions,
    private readonly starts: InteractionStarts,
    private readonly own: OwnInteractions,
  ) {}

  /**
   * Frames of a run; leaving them cancels it, and so does the signal.
   *
   * @throws AppError before the first frame: as `InteractionStarts.begin`
   */
  async *run(call: InteractionCall, signal?: AbortSignal): AsyncGenerator<InteractionFrame> {
    const question = questionHash(call.place, call.request, call.request.headers);
    const run = await this.started({ ...call, question });
    if (!run) return yield unknownWorkflow();
    yield* this.attend(run, signal);
  }

  /** As `InteractionStarts.begin`; the frames wait for `attend`, or `InteractionRun.follow`. */
  start(interaction: NewInteraction): Promise<InteractionRun> {
    return this.starts.begin(interaction);
  }

  /** All frames of a run; leaving them cancels it, and so does the signal. */
  async *attend(run: InteractionRun, signal?: AbortSignal): AsyncGenerator<InteractionFrame> {
    // Frames may be long in coming: the caller leaves before the next one, too.
    const leave = () => run.cancel('The caller left');
    signal?.addEventListener('abort', leave, { once: true });
    try {
      if (signal?.aborted) leave();
      yield* run.follow(0);
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
    }
  }

  /**
   * Frames of a run that continues when they are left, if any was read. Where the caller asks again what an interaction
   * of it was asked, the frames of that one.
   *
   * @throws as `run`
   */
  async *begin(
    detached: DetachedQuestion,
    call: FollowCall,
    way: BegunWay = { asking: { canSignIn: true } },
  ): AsyncGenerator<InteractionFrame> {
    const { place, request, asked, from, follows } = detached;
    const { principal, signal } = call;
    const question = questionHash(place, request, asked);
    const known = from === undefined ? undefined : await this.kept(place, principal, question);
    if (known && follows) return;
    if (known) return yield* this.framesOf(known, from ?? 0, call);
    const run = await this.started({ place, request, principal, question, ...way });
    if (!run) return yield unknownWorkflow();
    let isRead = false;
    // Nobody can follow what nobody has seen.
    const leave = () => isRead || run.cancel('The caller left');
    signal.addEventListener('abort', leave, { once: true });
    try {
      if (signal.aborted) leave();
      for await (const frame of run.follow(0)) {
        yield frame;
        isRead = true;
      }
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }

  /** @throws AppError `not_found` for an unknown session or workflow, `bad_request` without a memory */
  async open({ place, createsSession }: SocketOpening, principal: Principal): Promise<null> {
    await this.starts.check(place).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('not_found', `Failed to verify agent configuration: ${error.message}`);
    });
    if (createsSession) await this.sessions.ensure(place, principal);
    else
      await this.sessions.find(place).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
        throw new AppError('not_found', `Session '${place.session}' does not exist`);
      });
    return null;
  }

  /**
   * The latest interaction of the caller in the session, from a frame on; nothing when there is none, or none is kept.
   *
   * @throws AppError `not_found` when frames from there on are no longer kept
   */
  async *resume(place: InteractionPlace, from: number, call: FollowCall): AsyncGenerator<InteractionFrame> {
    const latest = await this.kept(place, call.principal);
    if (latest) yield* this.framesOf(latest, from, call);
  }

  /** Of this process; nothing when it is no longer kept. */
  async *follow({ id, from, soFar }: OwnInteraction): AsyncGenerator<InteractionFrame> {
    const run = this.own.get(id);
    if (run) yield* soFar ? run.buffer.soFar(from) : run.follow(from);
  }

  /** The interaction of the caller with this id, in any session. @throws AppError `not_found` */
  async get(agent: string, id: string, { id: caller }: Principal): Promise<InteractionEntity> {
    const row = asUuid(id) === undefined ? undefined : await this.records.find({ agent, caller }, id);
    if (!row) throw new AppError('not_found', 'Interaction not found');
    return row;
  }

  /** Its frames from one on; with `soFar` only those that there are. None when it is no longer kept. */
  frames(row: InteractionEntity, from: number, call: FollowCall & SoFar): AsyncGenerator<InteractionFrame> {
    return this.framesOf(row, from, call);
  }

  /**
   * @throws AppError `conflict` when nothing of the caller waits for the answer, `invalid_request` when it does not fit
   */
  async respond({ place, requestId, ...answer }: UserResponse, principal: Principal): Promise<null> {
    const [id = ''] = requestId.split('.');
    const row = asUuid(id) === undefined ? undefined : await this.records.find(await this.of(place, principal), id);
    const said = row && (await this.tell(row, { requestId, ...answer }));
    if (!said) throw new AppError('conflict', 'Unexpected message from user');
    return null;
  }

  /** Ends an interaction of the caller. In a session that many may share, only the one that is named. */
  async cancel({ place, id }: InteractionStop, principal: Principal): Promise<null> {
    if (id === undefined && place.session === EPHEMERAL_SESSION) return null;
    const of = await this.of(place, principal);
    const row = await (id === undefined ? this.records.latest(of) : this.records.find(of, id));
    if (row && !row.ended) await this.tell(row, { cancel: true });
    return null;
  }

  /** Ends what a request of the caller asked, if it runs. @param question as `requestHash` makes it */
  async withdraw(place: InteractionPlace, question: string, principal: Principal): Promise<void> {
    const row = await this.records.latest({ ...(await this.of(place, principal)), question });
    if (row && !row.ended) await this.tell(row, { cancel: true });
  }

  /** To an interaction of this process. */
  async told(said: SaidToInteraction): Promise<{ readonly heard: boolean }> {
    const { id, cancel, signIn, requestId = '', response } = said;
    const run = this.own.get(id);
    if (signIn) return { heard: (await run?.signedIn(signIn.state, signIn.code)) ?? false };
    if (!cancel) return { heard: (await run?.respond(requestId, response)) ?? false };
    run?.withdraw();
    return { heard: run !== undefined };
  }

  /**
   * The user of an interaction comes back from an authorization server: with a code, or without one.
   *
   * @throws AppError `bad_request` when no interaction waits for it, or the server does not take the code
   */
  async completeSignIn({ state, code }: SignInReturn, place: SignInPlace): Promise<SignInOutcome> {
    const [id = ''] = state?.split('.') ?? [];
    const row = asUuid(id) === undefined ? undefined : await this.records.get(id);
    const isOfPlace =
      (place.agent_id === undefined || place.agent_id === row?.agent) &&
      (place.oauth_uuid === undefined || place.oauth_uuid.toLowerCase() === id) &&
      (place.workflow_id === undefined || place.workflow_id === row?.workflow);
    if (!row || row.ended || state === undefined || !isOfPlace) throw noSignIn();
    const worked = await this.tell(row, { signIn: { state, ...(code !== undefined && { code }) } });
    if (!worked) throw noSignIn();
    return { message: 'You are signed in. You can close this window.' };
  }

  private async tell({ id, owner }: InteractionEntity, said: Omit<SaidToInteraction, 'id'>): Promise<boolean> {
    const input = { body: { id, ...said } };
    return this.bus
      .request(tellOwnInteraction, input, { ...asItself, to: owner })
      .then(({ heard }) => heard)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unavailable') return false;
        throw error;
      });
  }

  /** The latest one that can be followed, or whose end is not known. */
  private async kept(place: InteractionPlace, principal: Principal, question?: string) {
    const of = await this.of(place, principal);
    const latest = await this.records.latest({ ...of, ...(question !== undefined && { question }) });
    return latest && isKept(latest, Date.now()) ? latest : undefined;
  }

  private async *framesOf(
    { id, owner }: InteractionEntity,
    from: number,
    { signal, soFar }: FollowCall & SoFar,
  ): AsyncGenerator<InteractionFrame> {
    let next = from;
    try {
      const frames = this.bus.stream(
        followOwnInteraction,
        { body: { id, from, ...(soFar && { soFar }) } },
        { ...asItself, to: owner, signal },
      );
      for await (const frame of frames) {
        next = frame.seqid + 1;
        yield frame;
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      // Its process is gone, and with it the frames.
      const ids = { original_question_uuid: id, actual_question_uuid: id };
      yield frameOf('error', next, { ...ids, exception: { detail: LOST, extra: null } });
    }
  }

  private async of({ agent, ...rest }: InteractionPlace, { id: caller }: Principal): Promise<SessionOfInteraction> {
    const { name: session } = await this.sessions.find({ agent, ...rest });
    return { agent, session, caller };
  }

  /** @returns undefined for an unknown workflow, since its callers expect a stream that says so */
  private async started(interaction: NewInteraction): Promise<InteractionRun | undefined> {
    return this.starts.begin(interaction).catch((error: unknown) => {
      if (error instanceof AppError && error.message === 'Workflow not found') return undefined;
      throw error;
    });
  }
}

function noSignIn(): AppError {
  return new AppError('bad_request', 'Nothing waits for this sign-in, or it was refused. Ask the agent again.');
}

const asItself = { principal: systemPrincipal };
const LOST = 'Agent has stopped responding. Please, try again.';

/** @param now in ms since the epoch */
function isKept({ started, ended }: InteractionEntity, now: number): boolean {
  return ended ? ended.getTime() + KEPT_MS > now : started.getTime() + RUN_MS_MAX + KEPT_MS > now;
}

function unknownWorkflow(): InteractionFrame {
  return frameOf('error', 0, exceptionOf(new AppError('not_found', 'Workflow not found')));
}
