import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessages, deleteMessage } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { cpuMs, heading, line, ms, percentiles } from './figures';

const MESSAGES = 10_000;
const PER_REQUEST = 2_000;
const PROBES = 8;
const PAUSE_MS = 2_000;
const LOAD_MS_MAX = 900_000;
const field_id = 'chat';

/** A message that is appended to a long conversation, until it is found by its words and by its meaning. */
export async function benchConversation(): Promise<void> {
  heading(`appending to a conversation of ${MESSAGES.toLocaleString('en')} messages`);
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    const rid = await fill(kb);
    await sleep(10_000);
    const [byWords, byMeaning]: [number[], number[]] = [[], []];
    const beforeMs = cpuMs([lectern.app.pid]) ?? Number.NaN;
    for (let i = 0; i < PROBES; i += 1) {
      const text = `probe${i}xyz tells marker${i}abc`;
      const begunMs = performance.now();
      await append(kb, rid, [`probe${i}`], () => text);
      const foundBy = async (feature: 'keyword' | 'semantic', times: number[]) => {
        await until(() => isFound(kb, `${rid}/c/${field_id}/probe${i}/`, { feature, text }), feature, 120_000);
        times.push(performance.now() - begunMs);
      };
      await Promise.all([foundBy('keyword', byWords), foundBy('semantic', byMeaning)]);
      await sleep(PAUSE_MS);
    }
    const cpu = ((cpuMs([lectern.app.pid]) ?? Number.NaN) - beforeMs) / PROBES;
    report('found by its words', byWords);
    report('found by its meaning', byMeaning);
    line('CPU of a message, with polling', ms(cpu));
    const begunMs = performance.now();
    const params = { rid, field_id, message_ident: 'probe0' };
    await kb.api(deleteMessage, { params });
    const gone = async () =>
      (await isFound(kb, `${rid}/c/${field_id}/probe0/`, { feature: 'keyword', text: 'probe0xyz' })) ? undefined : true;
    await until(gone, 'it is gone', 120_000);
    line('deleted, until it is gone', ms(performance.now() - begunMs));
  } finally {
    await lectern.stop();
  }
}

async function fill(kb: KnowledgeBoxClient): Promise<string> {
  const begunMs = performance.now();
  const rid = await kb.createResource({ title: 'A long conversation', texts: { a: { body: 'warm up' } } });
  const text = new SyntheticText(5);
  for (let from = 0; from < MESSAGES; from += PER_REQUEST) {
    const idents = Array.from({ length: PER_REQUEST }, (_, i) => `m${from + i}`);
    await append(kb, rid, idents, () => text.paragraph());
  }
  await append(kb, rid, ['last'], () => 'thelastoneofall');
  for (const feature of ['keyword', 'semantic'] as const) {
    const wanted = { feature, text: 'thelastoneofall' };
    await until(() => isFound(kb, `${rid}/c/${field_id}/last/`, wanted), 'the last one is found', LOAD_MS_MAX);
    line(`all found (${feature})`, ms(performance.now() - begunMs));
  }
  return rid;
}

async function append(
  kb: KnowledgeBoxClient,
  rid: string,
  idents: readonly string[],
  textOf: () => string,
): Promise<void> {
  const body = idents.map((ident) => ({ ident, content: { text: textOf() } }));
  await kb.api(appendMessages, { params: { rid, field_id }, body });
}

async function isFound(
  kb: KnowledgeBoxClient,
  prefix: string,
  { feature, text }: { readonly feature: 'keyword' | 'semantic'; readonly text: string },
): Promise<true | undefined> {
  const { best_matches: matches } = await kb.find({ query: text, features: [feature] });
  return matches.some((id) => id.startsWith(prefix)) ? true : undefined;
}

function report(what: string, times: readonly number[]): void {
  const { p50Ms, p99Ms } = percentiles([...times]);
  line(what, `p50 ${ms(p50Ms)}`, `slowest ${ms(p99Ms)}`);
}
