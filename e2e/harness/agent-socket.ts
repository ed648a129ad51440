import { once } from 'node:events';
import type { InteractionFrame } from '@lectern/contracts/agents';
import { WebSocket } from 'ws';
import { noteSocket } from './conformance';

const MEMBERS = [
  'exception answer answer_citations answer_urls agent_request generated_text step possible_answer context operation',
  'seqid original_question_uuid actual_question_uuid feedback oauth data_visualizations streaming_response_chunk',
  'reasoning',
]
  .join(' ')
  .split(' ')
  .sort();
const WAIT_MS_MAX = 60_000;

export interface SocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A client of a socket of an agent, which checks every frame. */
export class AgentSocket {
  readonly frames: InteractionFrame[] = [];
  /** Code and reason of the end. */
  readonly closed: Promise<readonly [number, string]>;
  private fault: Error | undefined;
  private wake: () => void = () => undefined;

  private constructor(readonly client: WebSocket) {
    client.on('message', (data) => {
      this.take(String(data));
      this.wake();
    });
    client.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      client.once('close', (code, reason) => {
        resolve([code, String(reason)]);
        this.wake();
      });
    });
  }

  /** @throws Error with the status of a refusal */
  static async open(url: string, { headers = {}, query = {} }: SocketOptions = {}): Promise<AgentSocket> {
    const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
    const search = new URLSearchParams(pairs);
    const client = new WebSocket(`${url.replace(/^http/, 'ws')}?${search}`, { headers });
    const socket = new AgentSocket(client);
    await once(client, 'open');
    noteSocket(new URL(url).pathname);
    return socket;
  }

  say(message: unknown): void {
    this.client.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits for the expected frames. @throws Error for an invalid frame, or after a minute */
  async until(
    wanted: (frames: readonly InteractionFrame[]) => boolean,
    timeoutMs = WAIT_MS_MAX,
  ): Promise<readonly InteractionFrame[]> {
    const endMs = Date.now() + timeoutMs;
    while (!wanted(this.frames)) {
      if (this.fault) throw this.fault;
      const isClosed = this.client.readyState === WebSocket.CLOSED;
      if (isClosed || Date.now() > endMs) throw new Error(`Not the wanted frames: ${JSON.stringify(this.frames)}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, Math.max(0, endMs - Date.now())).unref();
      });
    }
    return this.frames;
  }

  /** Until a frame of this operation has come, so often. */
  untilOperation(operation: number, times = 1): Promise<readonly InteractionFrame[]> {
    return this.until((frames) => frames.filter((one) => one.operation === operation).length >= times);
  }

  /** All frames, when the server has closed the socket. */
  async all(): Promise<readonly InteractionFrame[]> {
    await this.closed;
    if (this.fault) throw this.fault;
    return this.frames;
  }

  private take(text: string): void {
    const frame: unknown = JSON.parse(text);
    const members = Object.keys(frame instanceof Object ? frame : {}).sort();
    // Checked in the line above and below.
    const read = frame as InteractionFrame;
    const isWhole =
      members.join() === MEMBERS.join() && Number.isInteger(read.operation) && Number.isInteger(read.seqid);
    if (!isWhole) this.fault ??= new Error(`Not a frame: ${text}`);
    this.frames.push(read);
  }
}
