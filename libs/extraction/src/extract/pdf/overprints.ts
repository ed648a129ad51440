import type { Run } from './run';

/** Overlap of a letter that was drawn twice, as a share of its width: at least, and at most. */
const [COVER_MIN, COVER_MAX] = [0.3, 1.7];
/** Of the size: so far apart is still the same line. */
const SHIFT = 0.25;
const REPEATED_MAX = 200;

/**
 * Shadows and false bold draw the same text twice, a hair apart: as a whole, in pieces, or letter by letter, so that
 * each piece begins with what the one before ends with, in the same place.
 */
export function withoutOverprints(runs: readonly Run[]): Run[] {
  const seen = new Set<string>();
  const whole = runs.filter(({ text, x, y }) => {
    const spots = [0, 1].flatMap((dx) =>
      [0, 1].map((dy) => `${Math.round(x / 2) + dx}:${Math.round(y / 2) + dy}:${text}`),
    );
    const again = text.length > 1 && spots.some((spot) => seen.has(spot));
    for (const spot of spots) seen.add(spot);
    return !again;
  });
  let previous: Run | undefined;
  return whole.flatMap((run) => {
    const rest = previous && !run.rightToLeft ? withoutRepeated(previous, run) : run;
    if (rest) previous = rest;
    return rest ? [rest] : [];
  });
}

/** Text that a run adds to the one before it; undefined where it adds nothing. */
function withoutRepeated(before: Run, run: Run): Run | undefined {
  const overlap = before.x + before.width - run.x;
  const isSameLine = Math.abs(before.y - run.y) <= run.size * SHIFT && before.size === run.size;
  if (!isSameLine || overlap <= 0 || run.x < before.x - run.size * SHIFT) return run;
  const text = run.text.trimEnd();
  const most = Math.min(before.text.length, text.length, REPEATED_MAX);
  for (let count = most; count > 0; count -= 1) {
    if (!before.text.endsWith(text.slice(0, count))) continue;
    const width = (before.width * count) / before.text.length;
    const letter = before.width / before.text.length;
    if (Math.abs(overlap - width) > letter * (COVER_MAX - 1) || overlap < letter * COVER_MIN) continue;
    if (count === run.text.length) return undefined;
    const cut = Math.min(overlap, run.width);
    return { ...run, text: run.text.slice(count), x: run.x + cut, width: run.width - cut };
  }
  return run;
}
