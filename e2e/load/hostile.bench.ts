import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { heading, line, ms, percentiles, residentMb } from './figures';

const WAIT_MS = 300_000;
const POLL_MS = 100;
/** Found when all of a text is. */
const LAST_WORD = 'ultima';
const LAST_LINE = `{"${LAST_WORD}":1}\n`;
const LAST_PARAGRAPH = `\n\n${LAST_WORD}`;
const LAG = /^nodejs_eventloop_lag_max_seconds (\S+)/m;

interface HostileText {
  readonly name: string;
  readonly filename: string;
  readonly content: () => string;
}

const path = '/a'.repeat(990);
const texts: readonly HostileText[] = [
  text('100 addresses of 990 levels, 200 KB', () =>
    Array.from({ length: 100 }, (_, i) => `See http://h${i}${path} for the moon.`).join('\n\n'),
  ),
  text('one address 111,111 times, 1 MB', () => `${'http://a '.repeat(111_111)}moon`),
  text('250,000 short lines of JSONL, 3 MB', () => '{"moon":1}\n'.repeat(250_000), 'lines.jsonl'),
  text('100,000 paragraphs, 6 MB', () => Array.from({ length: 100_000 }, (_, i) => sentence(i)).join('\n\n')),
  text('2,000 names in 20,000 paragraphs, 2 MB', () =>
    Array.from({ length: 20_000 }, (_, i) => `Mail ada${i % 2_000}@example.org about the moon, please.`).join('\n\n'),
  ),
  text('20 million characters of prose', () => Array.from({ length: 330_000 }, (_, i) => sentence(i)).join(' ')),
];

/** What hostile texts do to the process that takes them: how long it is silent, how much memory it takes. */
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
    const id = await kb.upload(Buffer.from(`${content()}${filename.endsWith('.jsonl') ? LAST_LINE : LAST_PARAGRAPH}`), {
      filename,
      contentType: '',
    });
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

function text(name: string, content: () => string, filename = 'text.txt'): HostileText {
  return { name, filename, content };
}

function sentence(i: number): string {
  return `Paragraph ${i} says that the moon pulls at sea number ${i % 97}.`;
}
