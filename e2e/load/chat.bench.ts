import { ScriptedProvider } from '@lectern/testing';
import { Client } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, timed, timedWithCpu } from './figures';

const CALLS = 200;
/** Waiting while others are served. */
const PUSHES = 3_000;
const AT_ONCE = 16;

/** Overhead of chat completions over a provider, and response times of the API while pushes wait. */
export async function benchChat(): Promise<void> {
  const provider = await ScriptedProvider.start();
  provider.answerWith(() => ({ pieces: ['The moon ', 'pulls the sea.'] }));
  const env = { EMBEDDER: 'lexical', GENERATOR: 'openai-compatible', OPENAI_MODEL: 'scripted' };
  const lectern = await Standalone.start({ env: { ...env, OPENAI_BASE_URL: provider.baseUrl } });
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    const nua = new Client(lectern.origin, nuaKey((await issueNuaKey(kb)).token));
    await overhead(provider, nua, lectern);
    await besidePushes(nua);
  } finally {
    await lectern.stop();
    await provider.close();
  }
}

async function overhead(provider: ScriptedProvider, nua: Client, { app }: Standalone): Promise<void> {
  heading('chat completions: first byte, one after the other, from a provider on this machine');
  const body = JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'What pulls the sea?' }] });
  const first = (url: string, headers: Readonly<Record<string, string>>) => async (laps: number[]) => {
    const beganMs = performance.now();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    let firstMs: number | undefined;
    for await (const _ of answer.body ?? []) firstMs ??= performance.now() - beganMs;
    laps.push(firstMs ?? Number.NaN);
  };
  const direct = first(`${provider.baseUrl}/chat/completions`, {});
  const through = first(`${nua.origin}/api/v1/predict/compat/chat/completions`, nua.credential);
  const [directMs, throughMs]: [number[], number[]] = [[], []];
  const { cpuMs } = await timedWithCpu([app.pid], CALLS, async () => {
    await direct(directMs);
    await through(throughMs);
  });
  const [before, after] = [percentiles(directMs), percentiles(throughMs)];
  line('provider', `p50 ${ms(before.p50Ms)}`, `p99 ${ms(before.p99Ms)}`);
  line('through Lectern', `p50 ${ms(after.p50Ms)}`, `p99 ${ms(after.p99Ms)}`, `CPU ${ms(cpuMs)} per answer`);
  line('added', ms(after.p50Ms - before.p50Ms), '(aim at most 10 ms)');
}

async function besidePushes(nua: Client): Promise<void> {
  heading(`the API while ${PUSHES} pushes wait`);
  const calls = {
    'list pushes': () => nua.send('GET', '/processing/requests?limit=10'),
    'names in a text': () => nua.send('GET', '/predict/tokens?text=I%20love%20Barcelona'),
  };
  const idle = new Map<string, number>();
  for (const [name, call] of Object.entries(calls)) idle.set(name, (await timed(CALLS, 4, call)).p99Ms);
  const push = (i: number) => {
    const text = { body: `Tide number ${i}. The moon pulls the sea, twice a day.` };
    return nua.send('POST', '/processing/push', { body: { textfield: { text } } });
  };
  await timed(PUSHES, AT_ONCE, push);
  for (const [name, call] of Object.entries(calls)) {
    const { p99Ms } = await timed(CALLS, 4, call);
    const before = idle.get(name) ?? Number.NaN;
    const ratio = `${(p99Ms / before).toFixed(1)} times (aim at most 2)`;
    line(name, `p99 ${ms(before)} idle`, `p99 ${ms(p99Ms)} while they wait`, ratio);
  }
  const { body } = await nua.send('GET', '/processing/stats');
  line('left at the end', JSON.stringify(body));
}
