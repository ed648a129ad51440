import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import type { ChatPart } from './chat-model';

/** Some chat templates open the thoughts of a model, so that the model only writes the closing tag. */
const CLOSING_TAG = '</think>';
/** In quotes, it is part of the answer's subject. */
const CLOSING = /(?<![`"'])<\/think>/;
/** In text that has already been sent, only in the form that such models write. */
const CLOSING_LINE = `\n${CLOSING_TAG}`;
const TAIL_CHARS = CLOSING_LINE.length - 1;
const LATE_THOUGHTS =
  'The model wrote its thoughts into the answer and marked only their end: ask again, they are held back now';
/** How long the beginning of an answer is held back for a closing tag: for an unknown model, and for a plain one. */
const HELD_MS = { unknown: 2_000, plain: 250 } as const;
/** After this number of answers in a row without such a tag, nothing is held back. */
const PLAIN_ANSWERS_MIN = 3;
/** Maximum number of characters that are held back. */
const HELD_CHARS_MAX = 4_000;
const TIMES_UP = Symbol('times up');

/** Experience with earlier answers of a model. */
export interface ThinkingHabit {
  /** `first`: it thinks before it answers, and writes only the closing tag. */
  kind: 'unknown' | 'plain' | 'first';
  /** Number of answers in a row without the tag. */
  plainAnswers: number;
}

/** The part of a complete answer after the thoughts. */
export function withoutThoughts(text: string): string {
  const closing = CLOSING.exec(text);
  return closing ? text.slice(closing.index + CLOSING_TAG.length).trimStart() : text;
}

/**
 * Turns text before a closing tag without an opening one into reasoning. Whether a text is thoughts is unknown until
 * the tag arrives, so the beginning of an answer is held back: up to the tag when the last answer had one, otherwise
 * for a moment, and not at all after some answers without a tag.
 *
 * @param options `holdsAll`: nobody reads the answer piece by piece
 * @throws AppError `provider_failed` when the tag arrives after text was passed on; the next answer is held back
 */
export async function* withoutUnopenedThoughts(
  parts: AsyncIterable<ChatPart>,
  habit: ThinkingHabit,
  options: { readonly holdsAll: boolean },
): AsyncGenerator<ChatPart> {
  const held = new HeldText(habit, options);
  const source = parts[Symbol.asyncIterator]();
  try {
    for (let next = source.next(); ;) {
      const result = await held.orTimesUp(next);
      if (result === TIMES_UP) yield* held.release();
      else if (result.done) return yield* held.release();
      else {
        yield* held.take(result.value);
        next = source.next();
      }
    }
  } catch (error) {
    yield* held.cut();
    throw error;
  } finally {
    await source.return?.();
  }
}

type TextPart = Extract<ChatPart, { type: 'text-delta' }>;

/** The beginning of an answer. */
class HeldText {
  private isHeld: boolean;
  private parts: TextPart[] = [];
  private text = '';
  private endsAtMs = Infinity;
  /** Whether blank lines that follow may belong to the end of the thoughts. */
  private trimsNext = false;
  /** End of the text that was passed on. */
  private tail = '';
  /** What may be the beginning of a closing tag: it is passed on when other text follows. */
  private maybeTag: TextPart | undefined;

  constructor(
    private readonly habit: ThinkingHabit,
    private readonly options: { readonly holdsAll: boolean },
  ) {
    this.isHeld = options.holdsAll || habit.kind !== 'plain' || habit.plainAnswers < PLAIN_ANSWERS_MIN;
  }

  async orTimesUp<T>(next: Promise<T>): Promise<T | typeof TIMES_UP> {
    if (this.endsAtMs === Infinity) return next;
    const settled = new AbortController();
    const waitMs = Math.max(0, this.endsAtMs - performance.now());
    const timesUp = sleep(waitMs, undefined, { signal: settled.signal })
      .catch(() => undefined)
      .then((): typeof TIMES_UP => TIMES_UP);
    try {
      return await Promise.race([next, timesUp]);
    } finally {
      settled.abort();
    }
  }

  *take(part: ChatPart): Generator<ChatPart> {
    if (part.type === 'text-delta') return yield* this.isHeld ? this.takeHeld(part) : this.takeLater(part);
    yield* this.takeMaybeTag();
    // Its thoughts arrive separately, or have ended.
    if (part.type === 'reasoning-delta' || part.type === 'tool-call' || part.type === 'file') yield* this.release();
    // Blank lines between the thoughts and the answer belong to neither.
    if (part.type === 'reasoning-delta') this.trimsNext = this.tail === '';
    if (part.type === 'finish') {
      const isWhole = part.finishReason.unified !== 'length';
      // When a model that sometimes thinks does not, its habit becomes unknown again.
      if (this.isHeld && isWhole) this.habit.kind = this.habit.kind === 'first' ? 'unknown' : 'plain';
      else if (this.habit.kind === 'unknown') this.habit.kind = 'plain';
      if (isWhole && this.habit.kind === 'plain') this.habit.plainAnswers += 1;
      yield* isWhole ? this.release() : this.cut();
    }
    yield part;
  }

  *release(): Generator<ChatPart> {
    const { parts } = this;
    if (this.isHeld) this.tail = this.text.slice(-TAIL_CHARS);
    this.end();
    yield* parts;
    yield* this.takeMaybeTag();
  }

  /** Returns the text held back when the answer breaks off. */
  *cut(): Generator<ChatPart> {
    yield* this.habit.kind === 'first' && this.isHeld ? this.thoughts(this.text) : this.release();
  }

  private *takeHeld(part: TextPart): Generator<ChatPart> {
    const from = Math.max(0, this.text.length - TAIL_CHARS);
    this.parts.push(part);
    this.text += part.delta;
    const closing = CLOSING.exec(this.text.slice(from));
    if (closing) {
      this.thinksFirst();
      const rest = this.text.slice(from + closing.index + CLOSING_TAG.length).trimStart();
      yield* this.thoughts(this.text.slice(0, from + closing.index));
      this.trimsNext = rest === '';
      this.tail = rest.slice(-TAIL_CHARS);
      if (rest !== '') yield { ...part, delta: rest };
    } else if (this.habit.kind !== 'first' && !this.options.holdsAll) {
      if (this.endsAtMs === Infinity) this.endsAtMs = performance.now() + HELD_MS[this.habit.kind];
      if (this.text.length > HELD_CHARS_MAX) yield* this.release();
    }
  }

  private *takeLater(part: TextPart): Generator<ChatPart> {
    const given = this.trimsNext ? part.delta.trimStart() : part.delta;
    if (given === '') return;
    this.trimsNext = false;
    const delta = (this.maybeTag?.delta ?? '') + given;
    if ((this.tail + delta).includes(CLOSING_LINE)) {
      this.thinksFirst();
      this.maybeTag = undefined;
      throw new AppError('provider_failed', LATE_THOUGHTS);
    }
    const end = delta.length - beginningOfTagChars(delta);
    this.maybeTag = end < delta.length ? { ...part, delta: delta.slice(end) } : undefined;
    if (end > 0) yield this.passedOn({ ...part, delta: delta.slice(0, end) });
  }

  private *takeMaybeTag(): Generator<ChatPart> {
    const { maybeTag } = this;
    this.maybeTag = undefined;
    if (maybeTag) yield this.passedOn(maybeTag);
  }

  private passedOn(part: TextPart): TextPart {
    this.tail = (this.tail + part.delta).slice(-TAIL_CHARS);
    return part;
  }

  private thinksFirst(): void {
    Object.assign(this.habit, { kind: 'first', plainAnswers: 0 });
  }

  private *thoughts(text: string): Generator<ChatPart> {
    this.end();
    if (text !== '') yield { type: 'reasoning-delta', id: 'unopened', delta: text };
  }

  private end(): void {
    this.isHeld = false;
    this.parts = [];
    this.text = '';
    this.endsAtMs = Infinity;
  }
}

/** Length of the end of a text that begins a closing tag. */
function beginningOfTagChars(text: string): number {
  let chars = Math.min(text.length, TAIL_CHARS);
  while (chars > 0 && !text.endsWith(CLOSING_LINE.slice(0, chars))) chars -= 1;
  return chars;
}
