import { randomUUID } from 'node:crypto';
import type { FeedbackRequest, InteractionFrame } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import {
  type Asking,
  type InteractionUser,
  NobodyToAsk,
  type UserQuestion,
  type UserSignIn,
} from '../engine/asking-back';
import { FrameSequence } from '../engine/frames';
import { SignIns } from './sign-ins';
import { FrameBuffer } from './frame-buffer';

/** Questions to the user that wait for an answer at the same time. */
const ASKED_MAX = 10;

/** The failure of an interaction that the one who asked has ended. */
export const ENDED_BY_USER = 'The user ended the interaction';

interface Waiting {
  readonly question: FeedbackRequest;
  readonly settle: (response: string | undefined) => void;
}

/** One interaction in the process that runs it: its frames, its end, and the questions to its user. */
export class InteractionRun implements InteractionUser {
  readonly buffer = new FrameBuffer();
  private readonly frames: FrameSequence;
  private readonly stopped = new AbortController();
  private readonly asked = new Map<string, Waiting>();
  private readonly signIns: SignIns;
  private isWithdrawn = false;

  /**
   * @param id of the interaction, and of its question
   * @param asking how questions reach its user; absent where they do not
   */
  constructor(
    readonly id: string,
    private readonly asking?: Asking,
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

  /** Ends the run for the one who asked. Idempotent. */
  withdraw(): void {
    this.isWithdrawn ||= !this.signal.aborted;
    this.cancel(ENDED_BY_USER);
  }

  /** Whether the one who asked ended it. */
  get withdrawn(): boolean {
    return this.isWithdrawn;
  }

  /** After the last frame. */
  close(): void {
    this.stopped.abort(new AppError('cancelled', 'The interaction has ended'));
    this.buffer.end();
  }

  /**
   * Asks the user.
   *
   * @returns undefined when nobody answers in time, or the user does not want to
   * @throws NobodyToAsk, AppError `rate_limited`, `cancelled`
   */
  async askUser(question: UserQuestion): Promise<string | undefined> {
    if (!this.asking || this.asking.refusal !== undefined) throw new NobodyToAsk(this.asking?.refusal);
    if (this.asked.size >= ASKED_MAX)
      throw new AppError('rate_limited', `At most ${ASKED_MAX} questions wait for the user`);
    const requestId = `${this.id}.${randomUUID()}`;
    const unset = { data: null, response_schema: null, get_credentials: null, credentials: null };
    const feedback: FeedbackRequest = { ...unset, ...question, request_id: requestId, feedback_id: requestId };
    const answer = this.answered(feedback);
    await this.emit('agent_request', { feedback, agent_request: requestId });
    return answer;
  }

  /**
   * @param said undefined: the user does not want to answer
   * @returns whether the question waited for it
   * @throws AppError `invalid_request` for an answer that does not fit the question
   */
  async respond(requestId: string, said: string | undefined): Promise<boolean> {
    const waiting = this.asked.get(requestId);
    if (!waiting) return false;
    const { read } = this.asking ?? {};
    const response = said === undefined || !read ? said : await read(waiting.question, said);
    // Another answer may have come first.
    const isWaiting = this.asked.has(requestId);
    if (isWaiting) waiting.settle(response);
    return isWaiting;
  }

  /** Whether the user has been asked something that waits for an answer. */
  get awaitsUser(): boolean {
    return this.asked.size > 0;
  }

  newState(): string {
    if (!this.asking?.canSignIn) throw new NobodyToAsk('OAuth is only supported via websocket');
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

  private answered(question: FeedbackRequest): Promise<string | undefined> {
    const { request_id: requestId, timeout_ms: timeoutMs } = question;
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
        this.asking?.expired?.(requestId);
        resolve(undefined);
      }, timeoutMs);
      this.signal.addEventListener('abort', leave, { once: true });
      const answer = (response: string | undefined) => {
        settle();
        resolve(response);
      };
      this.asked.set(requestId, { question, settle: answer });
    });
  }
}
