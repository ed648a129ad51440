import { Bus } from '@lectern/bus';
import {
  followOwnInteraction,
  type InteractionFrame,
  type InteractionPlace,
  type SaidToInteraction,
  type SocketOpening,
  tellOwnInteraction,
} from '@lectern/contracts/agents';
import { AppError, asUuid, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { FrameSequence } from '../engine/frames';
import { exceptionOf } from './interaction-answer';
import type { InteractionEntity } from './interaction.entity';
import { InteractionRecords } from './interaction-records';
import type { InteractionRun } from './interaction-run';
import { InteractionSessions } from './interaction-sessions';
import { InteractionStarts, type NewInteraction } from './interaction-starts';
import { OwnInteractions } from './own-interactions';

/** Who asks an agent what. */
export type InteractionCall = Omit<NewInteraction, 'canAsk'>;

/** Who follows an interaction, and until when. */
export interface FollowCall {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

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
    const run = await this.started({ ...call, canAsk: false });
    if (!run) return yield unknownWorkflow();
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

  /** Frames of a run that goes on when they are left. @throws as `run` */
  async *begin(call: InteractionCall): AsyncGenerator<InteractionFrame> {
    const run = await this.started({ ...call, canAsk: true });
    if (run) yield* run.follow(0);
    else yield unknownWorkflow();
  }

  /** @throws AppError `not_found` for an unknown session, `bad_request` without a memory */
  async open({ place, createsSession }: SocketOpening, principal: Principal): Promise<null> {
    await (createsSession ? this.sessions.ensure(place, principal) : this.sessions.find(place, principal));
    return null;
  }

  /**
   * The latest interaction of the session, from a frame on.
   *
   * @throws AppError `not_found` when there is none, or its frames are no longer kept
   */
  async *resume(
    place: InteractionPlace,
    from: number,
    { principal, signal }: FollowCall,
  ): AsyncGenerator<InteractionFrame> {
    const latest = await this.latest(place, principal);
    if (!latest) throw new AppError('not_found', 'There is no interaction to follow');
    const { id, owner } = latest;
    let next = from;
    try {
      const frames = this.bus.stream(followOwnInteraction, { body: { id, from } }, { ...asItself, to: owner, signal });
      for await (const frame of frames) {
        next = frame.seqid + 1;
        yield frame;
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable' || latest.ended) throw error;
      // Its process is gone, and with it the run.
      const exception = { detail: 'Agent has stopped responding. Please, try again.', extra: null };
      yield { ...new FrameSequence(id).frame('error', { exception }), seqid: next };
    }
  }

  /** Of this process. @throws AppError `not_found` */
  async *follow(id: string, from: number): AsyncGenerator<InteractionFrame> {
    const run = this.own.get(id);
    if (!run) throw new AppError('not_found', 'The frames of this interaction are no longer kept');
    yield* run.follow(from);
  }

  /** @throws AppError `conflict` when nothing waits for the answer */
  async respond(place: InteractionPlace, requestId: string, response: string): Promise<null> {
    const [id = ''] = requestId.split('.');
    const row = asUuid(id) === undefined ? undefined : await this.records.find(place.agent, id);
    const said = row && (await this.tell(row, { requestId, response }));
    if (!said) throw new AppError('conflict', 'Unexpected message from user');
    return null;
  }

  /** Ends what runs in the session of the caller. */
  async cancel(place: InteractionPlace, principal: Principal): Promise<null> {
    const latest = await this.latest(place, principal);
    if (latest && !latest.ended) await this.tell(latest, { cancel: true });
    return null;
  }

  /** To an interaction of this process. */
  async told({ id, cancel, requestId = '', response = '' }: SaidToInteraction): Promise<{ readonly heard: boolean }> {
    const run = this.own.get(id);
    if (!cancel) return { heard: run?.respond(requestId, response) ?? false };
    run?.cancel('The user ended the interaction');
    return { heard: run !== undefined };
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

  private async latest(place: InteractionPlace, principal: Principal): Promise<InteractionEntity | undefined> {
    const { name: session } = await this.sessions.find(place, principal);
    return this.records.latest({ agent: place.agent, session });
  }

  /** @returns undefined for an unknown workflow, since its callers expect a stream that says so */
  private async started(interaction: NewInteraction): Promise<InteractionRun | undefined> {
    return this.starts.begin(interaction).catch((error: unknown) => {
      if (error instanceof AppError && error.message === 'Workflow not found') return undefined;
      throw error;
    });
  }
}

const asItself = { principal: systemPrincipal };

function unknownWorkflow(): InteractionFrame {
  return new FrameSequence('').frame('error', exceptionOf(new AppError('not_found', 'Workflow not found')));
}
