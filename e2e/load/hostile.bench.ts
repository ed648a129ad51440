import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, residentMb } from './figures';

const WAIT_MS = 300_000;
const POLL_MS = 100;
/** Found when all of a text is. */
const LAST_WORD = 'ultima';
const LAG = /^nodejs_eventloop_lag_max_seconds (\S+)/m;

interface HostileText {
  readonly name: string;
  readonly filename: string;
  readonly content: () => string | Uint8Array;
}

const path = '/a'.repeat(990);
const texts: readonly HostileText[] = [
  text('100 addresses of 990 levels, 200 KB', () => paragraphs(100, (i) => `See http://h${i}${path} for the moon.`)),
  text('one address 111,111 times, 1 MB', () => `${'http://a '.repeat(111_111)}moon`),
  { name: '250,000 short lines of JSONL, 3 MB', filename: 'a.jsonl', content: () => lines(250_000) },
  { name: 'a JSON object of 300,000 members, 10 MB', filename: 'a.json', content: () => wideJson(300_000) },
  text('100,000 paragraphs, 6 MB', () => paragraphs(100_000, sentence)),
  text('2,000 names in 20,000 paragraphs, 2 MB', () =>
    paragraphs(20_000, (i) => `Mail ada${i % 2_000}@example.org about the moon, please.`),
  ),
  text('20 million characters of prose', () => sentences(330_000).join(' ')),
  text('four lines of 5 million characters', () =>
    Array.from({ length: 4 }, () => sentences(82_000).join(' ')).join('\n'),
  ),
  { name: 'an archive in archives of 20 million characters', filename: 'a.zip', content: nestedArchive },
];

/** Effect of hostile texts on the process that receives them: its silence and its memory. */
export async function benchHostile(): Promise<void> {
  heading('hostile texts, one process, until their words can be found');
  for (const hostile of texts) await benchText(hostile);
}

async function benchText({ name, filename, content }: HostileText): Promise<void> {
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    await kb.createResource({ texts: { note: { body: 'The moon pulls the sea.' } } }, { wait: 'searchable' });
    // The first look tells of the start, too.
    await fetch(`${lectern.origin}/metrics`);
    await sleep(POLL_MS);
    const watch = new Watch(lectern);
    const watched = watch.run();
    const startedMs = performance.now();
    const id = await kb.upload(Buffer.from(content()), { filename, contentType: '' });
    const request = { query: LAST_WORD, features: ['keyword'], top_k: 1 };
    const filter = { field: { prop: 'resource', id } };
    const find = () => kb.find({ ...request, filter_expression: filter }).catch(() => undefined);
    let outcome = 'not found in time';
    while (performance.now() - startedMs < WAIT_MS && outcome === 'not found in time') {
      await sleep(POLL_MS);
      if (!lectern.app.running) outcome = 'the process ended';
      else if (((await find())?.best_matches.length ?? 0) > 0)
        outcome = `found after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
    }
    watch.stop();
    await watched;
    line(name, outcome, ...watch.cells());
  } finally {
    await lectern.stop();
  }
}

/** Looks at a process from outside all the time. */
class Watch {
  private readonly idleMb: number;
  private peakMb = 0;
  private lagMs = 0;
  private readonly answersMs: number[] = [];
  private stopped = false;

  constructor(private readonly lectern: Standalone) {
    this.idleMb = residentMb(lectern.app.pid) ?? Number.NaN;
  }

  async run(): Promise<void> {
    while (!this.stopped && this.lectern.app.running) {
      const startedMs = performance.now();
      const metrics = await fetch(`${this.lectern.origin}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      );
      this.answersMs.push(performance.now() - startedMs);
      this.lagMs = Math.max(this.lagMs, Number(LAG.exec(metrics)?.[1] ?? 0) * 1_000);
      this.peakMb = Math.max(this.peakMb, residentMb(this.lectern.app.pid) ?? 0);
      await sleep(POLL_MS);
    }
  }

  stop(): void {
    this.stopped = true;
  }

  cells(): string[] {
    const moreMb = this.peakMb - this.idleMb;
    return [
      `longest turn ${ms(this.lagMs)}`,
      `p99 of ${this.answersMs.length} answers ${ms(percentiles(this.answersMs).p99Ms)}`,
      `longest silence ${ms(Math.max(0, ...this.answersMs))}`,
      `memory + ${moreMb.toFixed(0)} MB`,
    ];
  }
}

function text(name: string, content: () => string): HostileText {
  return { name, filename: 'a.txt', content: () => `${content()}\n\n${LAST_WORD}` };
}

function paragraphs(count: number, paragraph: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => paragraph(i)).join('\n\n');
}

function sentences(count: number): string[] {
  return Array.from({ length: count }, (_, i) => sentence(i));
}

function sentence(i: number): string {
  return `Paragraph ${i} says that the moon pulls at sea number ${i % 97}.`;
}

function lines(count: number): string {
  return `${'{"moon":1}\n'.repeat(count)}{"${LAST_WORD}":1}\n`;
}

function wideJson(members: number): string {
  const entries = Array.from({ length: members }, (_, i) => [`moon${i}`, `sea ${i % 97} is low`]);
  return JSON.stringify(Object.fromEntries([...entries, ['last', LAST_WORD]]));
}

/** Some KB that hold the prose four levels deep. */
function nestedArchive(): Uint8Array {
  let content = Buffer.from(`${sentences(330_000).join(' ')}\n\n${LAST_WORD}`) as Uint8Array;
  for (const name of ['text.txt', 'c.zip', 'b.zip', 'a.zip']) content = zipSync({ [name]: content });
  return content;
}
