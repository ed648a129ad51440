import type { Run } from './run';

/** Of the size of the text: a large letter is at least so large. */
const LARGER = 1.7;
/** Of its own size: how high a capital is, and how far from it the text may begin. */
const [CAP_HEIGHT, GAP_MAX] = [0.8, 0.45];
const BELOW = 0.12;
const CAPS_MAX = 50;
/** Words that are one letter, in the languages that have them. */
const ALONE = /^[AIOEYÀÈÓ]$/u;

/**
 * Puts a large letter at the beginning of a paragraph to the word that it begins. The lines beside it begin where it
 * does, because it is in their margin.
 */
export function withDropCaps(runs: readonly Run[]): readonly Run[] {
  const caps = runs.filter(({ text }) => /^["“„«¿¡]?\p{Lu}["’']?$/u.test(text.trim())).slice(0, CAPS_MAX);
  return caps.reduce<readonly Run[]>((all, cap) => joinedCap(all, cap), runs);
}

function joinedCap(runs: readonly Run[], cap: Run): readonly Run[] {
  const beside = new Set(runs.filter((run) => run !== cap && standsBeside(run, cap)));
  const [first, ...others] = [...beside].sort((one, other) => other.y - one.y);
  if (!first || first.y < cap.y + cap.size * 0.2) return runs;
  const isTall = others.some((run) => run.y < first.y - run.size * 0.5) || first.y > cap.y + cap.size * 0.3;
  if (!isTall || !/^[\p{L}’']/u.test(first.text)) return runs;
  const letter = cap.text.trim();
  const gap = isOwnWord(letter, first.text, runs) ? ' ' : '';
  const widened = (run: Run) => ({ ...run, x: cap.x, width: run.x + run.width - cap.x });
  return runs.flatMap((run) => {
    if (run === cap) return [];
    if (run === first) return [{ ...widened(run), text: letter + gap + run.text }];
    return beside.has(run) ? [widened(run)] : [run];
  });
}

function standsBeside(run: Run, cap: Run): boolean {
  const right = cap.x + cap.width;
  return (
    cap.size >= run.size * LARGER &&
    run.x >= right - run.size * 0.5 &&
    run.x <= right + cap.size * GAP_MAX &&
    run.y >= cap.y - cap.size * BELOW &&
    run.y <= cap.y + cap.size * CAP_HEIGHT
  );
}

/** `A ship` and not `Aship`: where the rest is a word of the page by itself. */
function isOwnWord(letter: string, text: string, runs: readonly Run[]): boolean {
  const word = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  if (!ALONE.test(letter) || word === '') return false;
  const words = runs.flatMap((run) => (run.text === text ? [] : run.text.toLowerCase().split(/[^\p{L}]+/u)));
  return words.includes(word) && !words.includes(letter.toLowerCase() + word);
}
