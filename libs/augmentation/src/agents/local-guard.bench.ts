import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasInjection } from './local-guard';

/**
 * `node dist/libs/augmentation/src/agents/local-guard.bench.js <folder>`: how many attacks of BIPIA the prompt guard
 * finds, alone and planted at the end of e-mails, and in how many e-mails, tables and other texts without attacks it
 * finds one. The folder has `bipia`, and `squad`, `scifact` and `product_reviews` where they were unpacked.
 */
const folder = process.argv[2] ?? '';

function linesOf(...path: readonly string[]): readonly Readonly<Record<string, string>>[] {
  try {
    const lines = readFileSync(join(folder, ...path), 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, string>); // of the set
  } catch {
    return [];
  }
}

/** What lists of phrases look for. */
const PHRASES =
  /ignore (?:all |any )?(?:the )?(?:previous|above|prior)|disregard (?:the|all|any)|you are now|system prompt|jailbreak/i;

/** A score from which more attacks are found, and more false alarms given. */
const LOWER_MIN = 0.5;

function share(name: string, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const count = (is: (text: string) => boolean) => texts.filter(is).length;
  const found = count((text) => hasInjection(text));
  const lower = count((text) => hasInjection(text, LOWER_MIN));
  const byPhrases = count((text) => PHRASES.test(text));
  process.stdout.write(`${name}: ${found} of ${texts.length}, from ${LOWER_MIN} ${lower}, by phrases ${byPhrases}\n`);
}

function main(): void {
  const attacks = linesOf('bipia', 'dev', 'attacks.jsonl');
  const contexts = linesOf('bipia', 'dev', 'contexts.jsonl');
  if (attacks.length === 0) throw new Error('The folder has no bipia/dev/attacks.jsonl');
  // Weights come from the first three attacks of each category and from the first 20 e-mails.
  const isHeldOut = ({ id = '' }: Readonly<Record<string, string>>) => Number(id.split('-').at(-1)) >= 3;
  const emails = contexts.filter(({ task }) => task === 'email').map(({ context = '' }) => context);
  const tables = contexts.filter(({ task }) => task === 'table').map(({ context = '' }) => context);
  const heldOut = attacks.filter(isHeldOut).map(({ attack = '' }) => attack);
  const tuned = attacks.filter((one) => !isHeldOut(one)).map(({ attack = '' }) => attack);
  const others = emails.slice(20);
  share('attacks of the tuning', tuned);
  share('attacks held out', heldOut);
  share(
    'held out, planted in held-out e-mails',
    heldOut.flatMap((attack) => others.map((one) => `${one}\n${attack}`)),
  );
  share('e-mails of the tuning, false alarms', emails.slice(0, 20));
  share('e-mails held out, false alarms', others);
  share('tables, false alarms', tables);
  for (const name of [
    ['squad', 'dev', 'corpus.jsonl'],
    ['scifact', 'corpus.jsonl'],
    ['product_reviews', 'dev.jsonl'],
    ['squad', 'dev', 'queries.jsonl'],
  ])
    share(
      `${name.join('/')}, false alarms`,
      linesOf(...name)
        .slice(0, 1_000)
        .map(({ text = '' }) => text),
    );
}

main();
