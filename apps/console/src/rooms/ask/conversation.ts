import { ApiClient } from '@lectern/client';
import { askKnowledgeBox } from '@lectern/contracts/search';
import { connection } from '../../api/connection';
import { serverWords } from '../../api/failure';
import { request } from '../../api/request';
import { type Answer, atEnd, newAnswer, stopped, withItem } from './answer';
import { askBody, type AskOptions } from './ask-request';

/** A question, how it was asked, and its answer as far as it has come. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  readonly options: AskOptions;
  readonly answer: Answer;
}

const TURNS_MAX = 100;

/** Questions to one box, one after the other; it continues while another page is shown. */
export class Conversation {
  private readonly listeners = new Set<() => void>();
  private running: AbortController | undefined;

  constructor(
    private readonly kbid: string,
    private current: readonly Turn[] = [],
  ) {}

  turns = (): readonly Turn[] => this.current;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  async ask(question: string, options: AskOptions): Promise<void> {
    const turn = { id: crypto.randomUUID(), question, options, answer: newAnswer };
    this.change([...this.current, turn].slice(-TURNS_MAX));
    await this.run(turn);
  }

  /** Asks a question of the conversation again, in its place. */
  async retry(id: string): Promise<void> {
    const turn = this.current.find((other) => other.id === id);
    if (turn) await this.run(turn);
  }

  stop(): void {
    this.running?.abort();
  }

  clear(): void {
    this.stop();
    this.change([]);
  }

  /** Chat history before a turn: of those who see the same, since answers tell what others may see. */
  before(id: string) {
    const at = this.current.findIndex((turn) => turn.id === id);
    const groups = groupsOf(this.current[at]);
    const before = this.current.slice(0, Math.max(at, 0)).filter((turn) => groupsOf(turn) === groups);
    return before.map(({ question, answer }) => ({ question, answer: answer.text }));
  }

  private async run({ id, question, options }: Turn): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.running = abort;
    const body = askBody(question, options, this.before(id));
    const put = (change: (answer: Answer) => Answer) => this.put(id, change);
    put(() => newAnswer);
    const client = new ApiClient({ origin: '', fetch: (url, init) => this.namedAnswer(id, url, init) });
    try {
      const params = { kbid: this.kbid };
      for await (const { item } of client.stream(askKnowledgeBox, { params, body, signal: abort.signal })) {
        if (item) put((answer) => withItem(answer, item));
      }
      put(atEnd);
    } catch (error) {
      put((answer) => (abort.signal.aborted ? stopped(answer) : failed(answer, error)));
    }
  }

  /** A header names the answer; the client reads only what follows. */
  private async namedAnswer(id: string, url: Parameters<typeof request>[0], init?: RequestInit): Promise<Response> {
    const response = await request(url, init);
    const learningId = response.headers.get('svc-learning-id');
    if (learningId !== null && learningId !== 'unknown') this.put(id, (answer) => ({ ...answer, learningId }));
    return response;
  }

  private put(id: string, change: (answer: Answer) => Answer): void {
    this.change(this.current.map((turn) => (turn.id === id ? { ...turn, answer: change(turn.answer) } : turn)));
  }

  private change(turns: readonly Turn[]): void {
    this.current = turns;
    for (const listener of this.listeners) listener();
  }
}

/** In whose name a turn is asked, to be compared. */
function groupsOf(turn: Turn | undefined): string {
  return JSON.stringify([...(turn?.options.filters.groups ?? [])].sort());
}

/** The part that arrived stays. */
function failed(answer: Answer, error: unknown): Answer {
  const problem = serverWords(error);
  return { ...answer, phase: 'failed', isAway: connection.isAway(), ...(problem !== undefined && { problem }) };
}
