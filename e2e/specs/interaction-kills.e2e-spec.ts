import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptedProvider } from '@lectern/testing';
import { Client, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { inParallel } from '../harness/parallel';
import { printedSeed, seededRandom } from '../harness/seeded-random';
import { Standalone } from '../harness/standalone';
import { TestAgent } from '../harness/test-agent';

const SESSIONS = 4;
const KILLS = 3;
const KILL_MS_MIN = 300;
const KILL_MS_MAX = 3_000;
const PAUSE_MS = 100;
const DELAY_MS = 15;
const MODULES_MAX = 80;

/** A page of the conversation of a session. */
interface Conversation {
  readonly value: {
    readonly messages: readonly { readonly ident: string; readonly content: { readonly text: string } }[];
  };
}

inStandalone('kill -9 while agents answer and are configured, %s', () => {
  const random = seededRandom(printedSeed('of the kills'));
  let provider: ScriptedProvider;
  let lectern: Standalone;
  let agent: TestAgent;
  const sessions: string[] = [];

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.answerWith(() => ({ pieces: ['On ', 'steep ', 'rocks.'], delayMs: DELAY_MS }));
    const model = { GENERATOR: 'openai-compatible', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'key' };
    lectern = await Standalone.start({ env: { ...model, OPENAI_MODEL: 'scripted', EMBEDDER: 'lexical' } });
    const root = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    agent = await TestAgent.create(root, {});
    await agent.call('POST', '/context', { module: 'static_string', context: 'The ibex climbs steep rocks.' });
    await agent.call('POST', '/generation', { module: 'summarize' });
    for (let at = 0; at < SESSIONS; at += 1) {
      const body = { slug: `s${at}`, name: `s${at}`, summary: '', data: '', format: 'PLAIN' };
      const { uuid } = (await agent.call('POST', '/sessions', body)) as { readonly uuid: string }; // By its contract.
      sessions.push(uuid);
    }
  }, 120_000);
  afterAll(async () => {
    await lectern.stop();
    await provider.close();
  });

  /** Questions by session whose answer came whole, and ids of modules and prompts that were acknowledged. */
  const answered = Array.from({ length: SESSIONS }, () => new Set<string>());
  const modules = new Set<string>();
  const idOf = (body: unknown) => String(Object(body)['id']);

  const askOn = async (session: string, told: Set<string>, stopping: AbortSignal) => {
    for (let turn = 0; !stopping.aborted; turn += 1) {
      const question = `Where does the ibex climb on day ${turn} of ${session}?`;
      const answer = await agent
        .send('POST', `/session/${session}`, { question, streaming: true })
        .catch(() => undefined);
      // The frame of the answer, and none that says why it failed.
      if (answer?.status === 200 && /"answer":"On steep/.test(String(answer.body))) told.add(question);
      else await sleep(PAUSE_MS);
    }
  };
  const configureOn = async (stopping: AbortSignal) => {
    while (!stopping.aborted && modules.size < MODULES_MAX) {
      const answer = await agent
        .send('POST', '/workflow/default/postprocess', { module: 'remi' })
        .catch(() => undefined);
      if (answer?.status === 200) modules.add(idOf(answer.body));
      await sleep(PAUSE_MS);
    }
  };
  /** Idents and texts of a session, oldest first. */
  const said = async (session: string) => {
    const path = `/kb/${agent.id}/resource/${session}/conversation/qas`;
    const all: Conversation['value']['messages'][number][] = [];
    for (let page = 1; page < 100; page += 1) {
      const { status, body } = await agent.box.client.send('GET', `${path}?page=${page}`);
      // There is no further page.
      if (status === 404 && page > 1) break;
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      const { messages } = (body as Conversation).value; // By its contract.
      if (messages.length === 0) break;
      all.push(...messages);
    }
    return all;
  };

  it('loses no turn and no module that was acknowledged, and leaves no question without its answer', async () => {
    const stopping = new AbortController();
    const working = Promise.all([
      configureOn(stopping.signal),
      inParallel([...sessions.entries()], SESSIONS, ([at, session]) =>
        askOn(session, answered[at] ?? new Set(), stopping.signal),
      ),
    ]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(KILL_MS_MIN + random() * KILL_MS_MAX);
      await lectern.restart(async () => undefined);
    }
    await sleep(KILL_MS_MAX);
    stopping.abort();
    await working;
    const known = JSON.stringify(await agent.call('GET', '/workflow/default/postprocess'));
    expect([...modules].filter((id) => !known.includes(id))).toEqual([]);
    for (const [at, session] of sessions.entries()) {
      const messages = await said(session);
      const idents = messages.map(({ ident }) => ident);
      const questions = idents.filter((ident) => ident.startsWith('q-'));
      expect(idents).toEqual(questions.flatMap((ident) => [ident, ident.replace('q-', 'a-')]));
      const texts = new Set(messages.map(({ content }) => content.text));
      expect([...(answered[at] ?? [])].filter((question) => !texts.has(question))).toEqual([]);
      expect(questions.length).toBeGreaterThan(0);
    }
    await until(async () => {
      const frames = await agent.ask('Where does the ibex climb?');
      return frames.at(-1)?.operation === 3 ? true : undefined;
    }, 'the agent answers again');
  }, 300_000);
});
