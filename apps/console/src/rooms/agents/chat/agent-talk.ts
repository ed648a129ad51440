import type { InteractionFrame } from '@lectern/contracts/agents';
import { whenSignedOut } from '../../../session/session';
import { answered, type Exchange, newExchange, withFrame } from './exchange';

/** Where an agent is asked. */
export interface TalkPlace {
  readonly agent: string;
  readonly session: string;
  readonly workflow: string;
}

/** Sockets that break are opened again, as often as this in a row without a frame. */
const TRIES_MAX = 3;
const PAUSE_MS = 1_000;
const NORMAL_CLOSE = 1_000;
const EXCHANGES_MAX = 100;

/** Opens a socket; the browser sends the session along, so that no script has a token. */
export type OpenTalkSocket = (path: string) => WebSocket;

/** Of the server that the page came from. */
export const openOwnSocket: OpenTalkSocket = (path) =>
  new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${path}`);

/** Questions to an agent, one after the other, over sockets; it continues while another page is shown. */
export class AgentTalk {
  private readonly listeners = new Set<() => void>();
  private current: readonly Exchange[] = [];
  private socket: WebSocket | undefined;
  private tries = 0;

  constructor(
    private readonly place: TalkPlace,
    private readonly open: OpenTalkSocket = openOwnSocket,
  ) {}

  exchanges = (): readonly Exchange[] => this.current;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  ask(question: string, values: Readonly<Record<string, unknown>> = {}): void {
    this.stop();
    const exchange = newExchange(crypto.randomUUID(), question);
    this.change([...this.current, exchange].slice(-EXCHANGES_MAX));
    this.tries = 0;
    this.connect(exchange.key, JSON.stringify({ question, arguments: values, streaming: true }));
  }

  /** Answers what the agent asks. */
  respond(requestId: string, response: string): void {
    this.socket?.send(JSON.stringify({ request_id: requestId, response }));
    const last = this.current.at(-1);
    if (last) this.put(last.key, answered);
  }

  /** Ends what runs. */
  stop(): void {
    const { socket } = this;
    if (!socket) return;
    this.socket = undefined;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ question: '', operation: 1 }));
    socket.close(NORMAL_CLOSE);
    const last = this.current.at(-1);
    if (last && isRunning(last)) this.put(last.key, (exchange) => ({ ...answered(exchange), phase: 'stopped' }));
  }

  private connect(key: string, message: string): void {
    const socket = this.open(this.path(this.exchange(key)?.seqid ?? -1));
    this.socket = socket;
    socket.addEventListener('open', () => socket.send(message));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.put(key, (exchange) => withFrame(exchange, JSON.parse(data) as InteractionFrame)); // by its contract
    });
    socket.addEventListener('close', () => this.closed(socket, key, message));
  }

  /** An interaction continues without its socket: another one follows from the next frame on. */
  private closed(socket: WebSocket, key: string, message: string): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    const exchange = this.exchange(key);
    if (!exchange || !isRunning(exchange)) return;
    this.tries += 1;
    if (this.tries >= TRIES_MAX) return this.put(key, (one) => ({ ...answered(one), phase: 'failed' }));
    setTimeout(() => {
      if (this.socket === undefined && this.exchange(key)?.phase !== 'stopped') this.connect(key, message);
    }, PAUSE_MS);
  }

  private path(seqid: number): string {
    const { agent, session, workflow } = this.place;
    const query = new URLSearchParams({ workflow_id: workflow });
    if (seqid >= 0) query.set('from_cursor', String(seqid + 1));
    return `/api/v1/agent/${agent}/session/${encodeURIComponent(session)}/ws?${query}`;
  }

  private exchange(key: string): Exchange | undefined {
    return this.current.find((one) => one.key === key);
  }

  private put(key: string, change: (exchange: Exchange) => Exchange): void {
    this.change(this.current.map((one) => (one.key === key ? change(one) : one)));
  }

  private change(exchanges: readonly Exchange[]): void {
    this.current = exchanges;
    for (const listener of this.listeners) listener();
  }
}

/** Whether more may come. */
export function isRunning({ phase }: Exchange): boolean {
  return phase === 'asking' || phase === 'waiting';
}

const talks = new Map<string, AgentTalk>();
const TALKS_MAX = 20;

/** The talk of a place, as long as the page is open. */
export function talkAt(place: TalkPlace): AgentTalk {
  const key = JSON.stringify([place.agent, place.session, place.workflow]);
  const known = talks.get(key);
  if (known) return known;
  const [oldest] = talks.keys();
  if (talks.size >= TALKS_MAX && oldest !== undefined) {
    talks.get(oldest)?.stop();
    talks.delete(oldest);
  }
  const talk = new AgentTalk(place);
  talks.set(key, talk);
  return talk;
}

/** Ends all talks: the next person to sign in has others. */
function forgetTalks(): void {
  for (const talk of talks.values()) talk.stop();
  talks.clear();
}

whenSignedOut(forgetTalks);
