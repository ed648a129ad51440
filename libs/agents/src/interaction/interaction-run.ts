import { randomUUID } from 'node:crypto';
import type { FeedbackRequest, InteractionFrame } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { type InteractionUser, NobodyToAsk, type UserQuestion, type UserSignIn } from '../engine/asking-back';
import { FrameSequence } from '../engine/frames';
import { SignIns } from './sign-ins';
import { FrameBuffer } from './frame-buffer';

/** Questions to the user that wait for an answer at the same time. */
const ASKED_MAX = 10;

/** One interaction in the process that runs it: its frames, its end, and the questions to its user. */
export class InteractionRun implements InteractionUser {
  readonly buffer = new FrameBuffer();
  private readonly frames: FrameSequence;
  private readonly stopped = new AbortController();
  private readonly asked = new Map<string, (response: string) => void>();
  private readonly signIns: SignIns;

  /**
   * @param id of the interaction, and of its question
   * @param canAsk whether its reader can answer questions
   */
  constructor(
    readonly id: string,
    private readonly canAsk: boolean,
  ) {
    this.frames = new FrameSequence(id);
    this.signIns = new SignIns(id, this.signal);
  }

  /** Aborted when the interaction is cancelled. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** Frames so far. */
  get frameCount(): number {
    return this.frames.count;
  }

  async emit(...frame: Parameters<FrameSequence['frame']>): Promise<void> {
    await this.buffer.put(this.frames.frame(...frame));
  }

  /** Ends the run. Idempotent. */
  cancel(reason: string): void {
    this.stopped.abort(new AppError('cancelled', reason));
    this.buffer.hurry();
  }

  /** After the last frame. */
  close(): void {
    this.stopped.abort(new AppError('cancelled', 'The interaction has ended'));
    this.buffer.end();
  }

  /**
   * Asks the user.
   *
   * @returns undefined when nobody answers in time
   * @throws NobodyToAsk, AppError `rate_limited`, `cancelled`
   */
  async askUser(question: UserQuestion): Promise<string | undefined> {
    if (!this.canAsk) throw new NobodyToAsk();
    if (this.asked.size >= ASKED_MAX)
      throw new AppError('rate_limited', `At most ${ASKED_MAX} questions wait for the user`);
    const requestId = `${this.id}.${randomUUID()}`;
    const unset = { data: null, response_schema: null, get_credentials: null, credentials: null };
    const feedback: FeedbackRequest = { ...unset, ...question, request_id: requestId, feedback_id: requestId };
    const answer = this.answered(requestId, question.timeout_ms);
    await this.emit('agent_request', { feedback, agent_request: requestId });
    return answer;
  }

  /** @returns whether the question waited for it */
  respond(requestId: string, response: string): boolean {
    const resolve = this.asked.get(requestId);
    resolve?.(response);
    return resolve !== undefined;
  }

  /** Whether the user has been asked something that waits for an answer. */
  get awaitsUser(): boolean {
    return this.asked.size > 0;
  }

  newState(): string {
    if (!this.canAsk) throw new NobodyToAsk('OAuth');
    return this.signIns.newState();
  }

  async signIn(where: UserSignIn): Promise<boolean> {
    const outcome = this.signIns.wait(where);
    await this.emit('agent_request', { oauth: { oauth_url: where.url } });
    return outcome;
  }

  /** The user comes back from an authorization server. @returns whether the sign-in was waited for, and worked */
  async signedIn(state: string, code: string | undefined): Promise<boolean> {
    return this.signIns.end(state, code);
  }

  follow(cursor: number): AsyncGenerator<InteractionFrame> {
    return this.buffer.from(cursor);
  }

  private answered(requestId: string, timeoutMs: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.asked.delete(requestId);
        this.signal.removeEventListener('abort', leave);
      };
      const leave = () => {
        settle();
        reject(new AppError('cancelled', 'Cancelled'));
      };
      const timer = setTimeout(() => {
        settle();
        resolve(undefined);
      }, timeoutMs);
      this.signal.addEventListener('abort', leave, { once: true });
      this.asked.set(requestId, (response) => {
        settle();
        resolve(response);
      });
    });
  }
}
