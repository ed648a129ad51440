import type { AskItem, FindParagraph, FindResults } from '@lectern/contracts/search';
import { once } from 'node:events';
import { extname } from 'node:path';
import { DemonstratedAgent } from './agent';
import { answerText, Client, type KnowledgeBoxClient, until } from '../harness/client';
import { exampleQuestions, uploadExamples } from '../harness/examples';
import { signInLinkOf, Standalone } from '../harness/standalone';

const PROCESSING_TIMEOUT_MS = 5 * 60_000;
const QUOTE_CHARS_MAX = 220;
/** Formats whose documents have pages, slides or sheets. */
const paged = new Set(['.pdf', '.pptx', '.xlsx']);

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints each document when it can be found by its words, then waits for its vectors. */
async function watch(kb: KnowledgeBoxClient, uploaded: ReadonlyMap<string, string>): Promise<void> {
  const startedMs = performance.now();
  const pending = new Set(uploaded.keys());
  await until(
    async () => {
      for (const rid of pending) {
        const { metadata, title, data } = await kb.resource(rid);
        if (metadata?.status === 'PENDING') continue;
        pending.delete(rid);
        const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1).padStart(5);
        const error = Object.values(data?.files ?? {})[0]?.error?.body;
        print(
          `  ${seconds} s   ${uploaded.get(rid)} → ${metadata?.status}${error ? ` (${error})` : ''} “${title}” [${metadata?.language}]`,
        );
      }
      return pending.size === 0 ? true : undefined;
    },
    'every example is processed',
    PROCESSING_TIMEOUT_MS,
  );
  await Promise.all([...uploaded.keys()].map((rid) => kb.untilEmbedded(rid, PROCESSING_TIMEOUT_MS)));
  print(
    `  ${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(5)} s   everything can be found by its meaning, too`,
  );
}

function paragraphs(results: FindResults | undefined): ReadonlyMap<string, FindParagraph> {
  const all = Object.values(results?.resources ?? {}).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ paragraphs: own }) => Object.values(own)),
  );
  return new Map(all.map((paragraph) => [paragraph.id, paragraph]));
}

function itemOf<T extends AskItem['type']>(
  items: readonly AskItem[],
  type: T,
): Extract<AskItem, { type: T }> | undefined {
  return items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > QUOTE_CHARS_MAX ? `${line.slice(0, QUOTE_CHARS_MAX)}…` : line;
}

async function ask(kb: KnowledgeBoxClient, question: string, uploaded: ReadonlyMap<string, string>): Promise<void> {
  const items = await kb.ask({ query: question, citations: true, top_k: 10 });
  const status = itemOf(items, 'status')?.status;
  print();
  print(`? ${question}`);
  for (const line of answerText(items).split('\n')) print(`  ${line}`);
  if (status !== 'success') return print(`  (${status})`);
  const found = paragraphs(itemOf(items, 'retrieval')?.results);
  for (const key of Object.keys(itemOf(items, 'citations')?.citations ?? {})) {
    const paragraph = found.get(key);
    if (!paragraph) continue;
    const document = uploaded.get(key.split('/')[0] ?? '') ?? key;
    const page = paged.has(extname(document)) ? `, page ${paragraph.position.page_number + 1}` : '';
    print(`    — ${document}${page}: “${quoted(paragraph.text)}”`);
  }
}

/** Lets somebody look around until they stop it. */
async function keep(lectern: Standalone, kbid: string): Promise<void> {
  print(`\nThe console has the demonstration at ${lectern.origin}/boxes/${kbid}`);
  const link = signInLinkOf(lectern.printed());
  if (link !== undefined) print(`Sign in first, by this link, which works once within an hour: ${link}`);
  print('Ctrl+C stops Lectern and removes the demonstration.');
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
}

async function main(): Promise<void> {
  const startedMs = performance.now();
  print('Starting Lectern: all services in one process, embedded parts, nothing leaves this machine.');
  const keeps = process.argv.includes('--keep');
  const lectern = await Standalone.start({ env: { SIGN_IN_LINK: keeps ? 'always' : 'never' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox({ title: 'The demonstration' });
    print(`It listens on ${lectern.origin}. A knowledge box was created.\n`);
    const uploaded = await uploadExamples(kb, (filename) => print(`  uploaded  ${filename}`));
    print();
    await watch(kb, uploaded);
    // With `--agent`, an agent answers and shows its steps.
    const agent = process.argv.includes('--agent') ? await DemonstratedAgent.create(kb, print) : undefined;
    for (const { question } of await exampleQuestions())
      await (agent ? agent.ask(question, uploaded) : ask(kb, question, uploaded));
    print(
      `\nDone in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s. “npm start” runs Lectern for your own documents.`,
    );
    if (keeps) await keep(lectern, kb.id);
  } finally {
    await lectern.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
