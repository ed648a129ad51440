import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, residentMb } from './figures';

const BEFORE_MS = 20_000;
const WATCH_MS = 60_000;
const POLL_MS = 250;
const DRIP_MS = 1_000;

const question = JSON.stringify({ query: 'What does the moon pull at?', top_k: 200 });
const kinds = [
  { name: '350 uploads that drip', clients: 350, path: 'upload', length: 1_000_000, sent: 'The ', drips: true },
  { name: '200 asks that are not read', clients: 200, path: 'ask', length: question.length, sent: question },
  { name: '200 asks, half sent', clients: 200, path: 'ask', length: question.length, sent: question.slice(0, 9) },
];

/** Cost of clients that send slowly, and of clients that do not read, for a process and for others. */
export async function benchSlowClients(): Promise<void> {
  heading(`slow clients, one process, ${WATCH_MS / 1_000} s`);
  for (const kind of kinds) await benchKind(kind);
}

async function benchKind({ name, clients, path, length, sent, drips }: (typeof kinds)[number]): Promise<void> {
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  const sockets: Socket[] = [];
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    const body = Array.from({ length: 2_000 }, (_, i) => `Paragraph ${i} says that the moon pulls at the sea.`);
    await kb.createResource({ texts: { note: { body: body.join('\n\n') } } }, { wait: 'embedded' });
    let peakMb = 0;
    const find = async () => {
      const startedMs = performance.now();
      await kb.find({ query: 'the moon and the sea', top_k: 5 });
      peakMb = Math.max(peakMb, residentMb(lectern.app.pid) ?? 0);
      return performance.now() - startedMs;
    };
    const idleMs = await repeated(find, BEFORE_MS);
    const idleMb = peakMb;
    for (let i = 0; i < clients; i += 1) {
      const socket = slowClient(lectern, `/api/v1/kb/${kb.id}/${path}`, length, sent);
      sockets.push(socket);
      if (drips) drip(socket);
      else socket.pause();
    }
    const meanwhileMs = await repeated(find, WATCH_MS);
    line(
      name,
      `memory + ${(peakMb - idleMb).toFixed(0)} MB`,
      p99('finds before', idleMs),
      p99('meanwhile', meanwhileMs),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    await lectern.stop();
  }
}

const p99 = (name: string, lapsMs: readonly number[]) => `p99 of ${name} ${ms(percentiles(lapsMs).p99Ms)}`;

async function repeated(lap: () => Promise<number>, forMs: number): Promise<number[]> {
  const untilMs = performance.now() + forMs;
  const lapsMs: number[] = [];
  while (performance.now() < untilMs) {
    lapsMs.push(await lap());
    await sleep(POLL_MS);
  }
  return lapsMs;
}

/** Sends the head and a beginning of the body; the caller sends the rest. */
function slowClient({ origin, token }: Standalone, path: string, length: number, sent: string): Socket {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    `content-type: ${path.endsWith('ask') ? 'application/json' : 'text/plain'}`,
    `content-length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`);
  return socket;
}

function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write('a'), DRIP_MS);
  socket.on('close', () => clearInterval(dripping));
  socket.resume();
}
