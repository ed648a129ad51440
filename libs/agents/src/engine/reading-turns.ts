import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Characters that are read between two turns of the event loop: some milliseconds of stemming. */
const TURN_CHARS = 20_000;

/** What `read` makes of each of these foreign texts; others get their turns while many or long ones are read. */
export async function readInTurns<T>(texts: readonly string[], read: (text: string) => T): Promise<readonly T[]> {
  const made: T[] = [];
  let chars = 0;
  for (const text of texts) {
    made.push(read(text));
    chars += text.length;
    if (chars < TURN_CHARS) continue;
    chars = 0;
    await yieldToOthers();
  }
  return made;
}

/** The first of some texts, as many characters of them as may be read; the last one is cut. */
export function firstChars(texts: readonly string[], charsMax: number): readonly string[] {
  let left = charsMax;
  return texts.flatMap((text) => {
    if (left <= 0) return [];
    const shown = text.slice(0, left);
    left -= text.length;
    return [shown];
  });
}
