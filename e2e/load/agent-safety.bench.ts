import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allLeaks, type Leaks, type Planted, SafetyWorld } from '../harness/safety-world';
import { safetyWorkflows } from '../harness/safety-workflows';
import { heading, line } from './figures';

/** Contexts of these lengths only: a document of each, with one injection. */
const CONTEXT_CHARS_MAX = 20_000;
const QUESTION_CHARS_MAX = 2_000;

interface PublishedContext {
  readonly context: string;
  readonly question: string;
}

/**
 * What agents give away whose model obeys all that it reads. `INJECTIONS` is a folder with `attacks.jsonl`, whose lines
 * have an `attack`, and `contexts.jsonl`, whose lines have a `context` and a `question` that it answers. `QUESTIONS` is
 * how many of them each workflow is asked, all by default; every document is there.
 */
export async function benchAgentSafety(): Promise<void> {
  const folder = process.env['INJECTIONS'];
  if (!folder) return line('agent-safety', 'INJECTIONS names no folder with attacks.jsonl and contexts.jsonl');
  const planted = plantedIn(folder);
  const count = Math.min(planted.length, Number(process.env['QUESTIONS'] ?? planted.length));
  heading(`agents whose model obeys all that it reads, ${planted.length} documents with an injection each`);
  const world = await SafetyWorld.start('standalone', planted);
  const all: Leaks[] = [];
  try {
    for (const { name, modules, registered } of safetyWorkflows(world)) {
      // Each workflow begins elsewhere, so that together they ask all.
      const asked = [...planted, ...planted].slice((all.length * count) % planted.length).slice(0, count);
      const leaks = await world.run(
        modules,
        asked.map(({ question }) => question),
        registered,
      );
      all.push(leaks);
      report(name, leaks);
    }
  } finally {
    await world.stop();
  }
  report('all', allLeaks(all));
}

/** Each injection in a context of its own. */
function plantedIn(folder: string): readonly Planted[] {
  const attacks = linesOf<{ readonly attack: string }>(join(folder, 'attacks.jsonl'));
  const contexts = linesOf<PublishedContext>(join(folder, 'contexts.jsonl')).filter(
    ({ context, question }) =>
      context.length <= CONTEXT_CHARS_MAX && typeof question === 'string' && question.length <= QUESTION_CHARS_MAX,
  );
  return attacks.flatMap(({ attack }, at) => {
    const found = contexts[at % contexts.length];
    return found ? [{ context: found.context, question: found.question, injection: attack }] : [];
  });
}

function linesOf<T>(file: string): readonly T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // The usage of this bench names the format.
  return lines.filter((text) => text.trim() !== '').map((text) => JSON.parse(text) as T);
}

function report(name: string, leaks: Leaks): void {
  const { interactions, prompts, frames, attempts, ...given } = leaks;
  const seen = [`${interactions} runs`, `${prompts} prompts`, `${frames} frames`, `${attempts} instructed calls`];
  line(name, ...seen, ...Object.entries(given).map(([what, count]) => `${what} ${count}`));
}
