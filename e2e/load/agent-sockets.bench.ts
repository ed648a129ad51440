import { setTimeout as sleep } from 'node:timers/promises';
import { AgentSocket } from '../harness/agent-socket';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { TestAgent } from '../harness/test-agent';
import { startWithProvider } from '../harness/with-provider';
import { cpuMs, heading, line, ms, percentiles, residentMb } from './figures';

const RUNS = 300;
const WARM_UP = 100;
const AGENTS = 4;
const SOCKETS_PER_AGENT = 50;
const QUIET_MS = 3_000;
const FEEDBACK_MS = 60_000;
/** Answers before the one that is measured. */
const UNMEASURED = 4;
/** Tokens of the streamed answer, and the time between two of them. */
const TOKENS = 300;
const BETWEEN_TOKENS_MS = 10;

/** What agents cost beyond models and retrieval, over sockets. */
export async function benchAgentSockets(): Promise<void> {
  heading(`Agents over WebSockets: ${RUNS} questions, then ${AGENTS * SOCKETS_PER_AGENT} interactions at once`);
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const agents = await Promise.all(Array.from({ length: AGENTS }, () => TestAgent.create(client)));
    const [first] = agents;
    for (const agent of agents) await configure(agent);
    if (first) await oneByOne(lectern.app.pid, first);
    await atOnce(lectern.app.pid, agents);
  } finally {
    await lectern.stop();
  }
  await tokens();
}

/** How long after the provider sends a token its chunk arrives at the client. */
async function tokens(): Promise<void> {
  const { provider, deployment } = await startWithProvider('standalone', { key: 'key', timeoutMs: 30_000 });
  try {
    const agent = await TestAgent.create(
      new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }),
    );
    await agent.call('POST', '/context', { module: 'static_string', context: 'The ibex climbs steep rocks.' });
    await agent.call('POST', '/generation', { module: 'generate' });
    // The first answers load what reads answers of providers, and show how the model marks its thoughts.
    for (let i = 0; i < UNMEASURED; i += 1)
      await agent.ask('Where does the ibex climb?', 'default', { streaming: true });
    const socket = await agent.socket('/session/ephemeral/ws');
    const sentMs: number[] = [];
    const arrivedMs: number[] = [];
    socket.client.on('message', (data) => {
      const { streaming_response_chunk: chunk } = JSON.parse(String(data));
      // A chunk may have several tokens.
      for (const token of String(chunk?.text ?? '').matchAll(/t(\d+)\./g))
        arrivedMs[Number(token[1])] = performance.now();
    });
    provider.answerWith(() => ({
      pieces: Array.from({ length: TOKENS }, (_, place) => ` t${place}.`),
      delayMs: BETWEEN_TOKENS_MS,
      sending: (place) => void (sentMs[place] = performance.now()),
    }));
    socket.say({ question: 'Where does the ibex climb?', streaming: true });
    await socket.untilOperation(3);
    const delaysMs = sentMs.map((ms, place) => (arrivedMs[place] ?? Number.NaN) - ms);
    if (delaysMs.length !== TOKENS || delaysMs.some(Number.isNaN)) throw new Error('Not every token arrived');
    const { p50Ms, p95Ms, p99Ms } = percentiles(delaysMs);
    line(`${TOKENS} tokens, to the chunk at the socket`, `p50 ${ms(p50Ms)}`, `p95 ${ms(p95Ms)}`, `p99 ${ms(p99Ms)}`);
  } finally {
    await deployment.stop();
    await provider.close();
  }
}

async function configure(agent: TestAgent): Promise<void> {
  const context = { module: 'static_string', context: 'The ibex climbs steep rocks in winter.' };
  await agent.call('POST', '/context', context);
  await agent.call('POST', '/generation', { module: 'passthrough' });
  await agent.call('POST', '/workflows', { id: 'waiting', name: 'waiting' });
  const waits = { module: 'smart', enable_user_feedback: true, feedback_timeout: FEEDBACK_MS };
  await agent.call('POST', '/workflow/waiting/context', { ...waits, registered_agents: [context] });
}

async function oneByOne(pid: number, agent: TestAgent): Promise<void> {
  const socket = await agent.socket('/session/ephemeral/ws', { query: { keep_open: true } });
  const [firstMs, wholeMs]: [number[], number[]] = [[], []];
  let beforeMs: number | undefined;
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    if (run === WARM_UP) beforeMs = cpuMs([pid]);
    socket.frames.length = 0;
    const beganMs = performance.now();
    socket.say({ question: 'Where does the ibex climb?' });
    await socket.until(({ length }) => length > 0);
    firstMs.push(performance.now() - beganMs);
    await socket.untilOperation(3);
    wholeMs.push(performance.now() - beganMs);
  }
  const cpu = (cpuMs([pid]) ?? Number.NaN) - (beforeMs ?? Number.NaN);
  socket.client.close();
  const [first, whole] = [percentiles(firstMs.slice(WARM_UP)), percentiles(wholeMs.slice(WARM_UP))];
  line('first frame', `p50 ${ms(first.p50Ms)}`, `p99 ${ms(first.p99Ms)}`);
  line('whole interaction', `p50 ${ms(whole.p50Ms)}`, `p99 ${ms(whole.p99Ms)}`, `CPU ${ms(cpu / RUNS)}`);
}

/** Interactions that wait for their users. */
async function atOnce(pid: number, agents: readonly TestAgent[]): Promise<void> {
  await sleep(QUIET_MS);
  const idleMb = residentMb(pid) ?? Number.NaN;
  const beganMs = performance.now();
  const sockets = await Promise.all(
    agents.flatMap((agent) =>
      Array.from({ length: SOCKETS_PER_AGENT }, async () => {
        // A credential has at most 100 sockets.
        const headers = { 'x-svc-serviceaccount': `Bearer ${await agent.box.key('SMEMBER')}` };
        return agent.socket('/workflow/waiting/session/ephemeral/ws', { headers });
      }),
    ),
  );
  await Promise.all(sockets.map((socket) => asked(socket)));
  const tookMs = performance.now() - beganMs;
  line(
    'that many interactions wait for users',
    `${((residentMb(pid) ?? Number.NaN) - idleMb).toFixed(0)} MB`,
    ms(tookMs),
  );
  for (const socket of sockets) socket.say({ question: '', operation: 1 });
  await Promise.all(sockets.map(({ closed }) => closed));
}

async function asked(socket: AgentSocket): Promise<void> {
  socket.say({ question: 'How tall is that?' });
  await socket.untilOperation(5);
}
