import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { ChatPart } from './chat-model';
import { type ThinkingHabit, withoutThoughts, withoutUnopenedThoughts } from './unopened-thoughts';

const text = (delta: string): ChatPart => ({ type: 'text-delta', id: 't', delta });
const finish = (unified: 'stop' | 'length' = 'stop') =>
  // The members that are read.
  ({ type: 'finish', finishReason: { unified } }) as unknown as ChatPart;

const unknown = (): ThinkingHabit => ({ kind: 'unknown', plainAnswers: 0 });
const plain = (plainAnswers = 1): ThinkingHabit => ({ kind: 'plain', plainAnswers });

interface Said {
  readonly thoughts: string;
  readonly answer: string;
}

async function said(
  pieces: readonly (string | number | ChatPart)[],
  { habit = unknown(), holdsAll = false }: { habit?: ThinkingHabit; holdsAll?: boolean } = {},
): Promise<Said> {
  async function* parts(): AsyncGenerator<ChatPart> {
    for (const piece of pieces) {
      if (typeof piece === 'number') await sleep(piece);
      else yield typeof piece === 'string' ? text(piece) : piece;
    }
  }
  let [thoughts, answer] = ['', ''];
  for await (const part of withoutUnopenedThoughts(parts(), habit, { holdsAll })) {
    if (part.type === 'text-delta') answer += part.delta;
    if (part.type === 'reasoning-delta') thoughts += part.delta;
  }
  return { thoughts, answer };
}

describe('thoughts that only a closing tag ends', () => {
  it('are no part of the answer, however the text is cut into pieces', async () => {
    const whole = 'A plan\n</think>\n\nThe moon.';
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }));
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const at = [0, ...places.toSorted((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, i) => whole.slice(at[i], end));
        expect(await said([...pieces, finish()])).toEqual({ thoughts: 'A plan\n', answer: 'The moon.' });
      }),
    );
    expect(withoutThoughts(whole)).toBe('The moon.');
  });

  it('are held back up to the tag once a model is known to do so', async () => {
    const habit = unknown();
    await said(['A</think>B', finish()], { habit });
    expect(habit.kind).toBe('first');
    const long = 'x'.repeat(10_000);
    expect(await said([long, 300, 'y', '</think>', 'B', finish()], { habit })).toEqual({
      thoughts: `${long}y`,
      answer: 'B',
    });
    expect(await said(['cut thou', finish('length')], { habit })).toEqual({ thoughts: 'cut thou', answer: '' });
    expect(await said(['no thoughts', finish()], { habit })).toEqual({ thoughts: '', answer: 'no thoughts' });
    expect(habit.kind).toBe('unknown');
  });

  it('break the answer off when they were sent already, and are held back the next time', async () => {
    const habit = plain();
    const late = [`${'x'.repeat(5_000)}\n`, '</thi', 'nk>', 'B'];
    await expect(said(late, { habit })).rejects.toMatchObject({ code: 'provider_failed' });
    expect(habit.kind).toBe('first');
    expect((await said(late, { habit })).answer).toBe('B');
    expect((await said(late, { habit: plain(), holdsAll: true })).answer).toBe('B');
  });

  it('never show a part of the tag, and text that only resembles it is complete', async () => {
    const sent: string[] = [];
    const pieces = ['I recall 1874.\n', '</thi', 'nk>', 'B'];
    const late = async () => {
      async function* parts(): AsyncGenerator<ChatPart> {
        for (const piece of pieces) yield text(piece);
      }
      for await (const part of withoutUnopenedThoughts(parts(), plain(3), { holdsAll: false }))
        if (part.type === 'text-delta') sent.push(part.delta);
    };
    await expect(late()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(sent).toEqual(['I recall 1874.']);
    for (const other of [
      ['a\n', '</thi', 's>\n', 'b\n</'],
      ['a\n', finish()],
      ['\n', '\n', '</', '</think', '\n'],
    ]) {
      const whole = other.filter((piece) => typeof piece === 'string').join('');
      expect((await said(other, { habit: plain(3) })).answer).toBe(whole);
    }
  });

  it('are not what an answer says about the tag', async () => {
    const about = 'Write `</think>` behind it, or "</think>".';
    expect(await said([about, finish()])).toEqual({ thoughts: '', answer: about });
    const later = ['x'.repeat(5_000), ' the tag </think> ends', finish()];
    expect((await said(later)).answer).toContain('x the tag </think> ends');
  });
});

describe('the beginning of an answer', () => {
  it('does not wait long for a tag, and comes at once when the model says its thoughts apart', async () => {
    const reasoning: ChatPart = { type: 'reasoning-delta', id: 'r', delta: 'Hm' };
    async function* parts(): AsyncGenerator<ChatPart> {
      yield reasoning;
      yield text('The ');
      await new Promise(() => undefined);
    }
    const values = withoutUnopenedThoughts(parts(), plain(), { holdsAll: false });
    expect((await values.next()).value).toEqual(reasoning);
    expect((await values.next()).value).toEqual(text('The '));
    async function* stalled(): AsyncGenerator<ChatPart> {
      yield text('The ');
      await new Promise(() => undefined);
    }
    const held = withoutUnopenedThoughts(stalled(), plain(), { holdsAll: false });
    expect((await held.next()).value).toEqual(text('The '));
  });

  it('comes at once after three answers in a row without a tag, until a tag comes', async () => {
    const habit = unknown();
    const firstComesAtOnce = async () => {
      const heldMs = 60;
      const answer = ['The ', heldMs, 'moon.', finish()];
      const beganMs = performance.now();
      let firstMs = Infinity;
      async function* parts(): AsyncGenerator<ChatPart> {
        for (const piece of answer) {
          if (typeof piece === 'number') await sleep(piece);
          else yield typeof piece === 'string' ? text(piece) : piece;
        }
      }
      for await (const part of withoutUnopenedThoughts(parts(), habit, { holdsAll: false }))
        if (part.type === 'text-delta') firstMs = Math.min(firstMs, performance.now() - beganMs);
      return firstMs < heldMs / 2;
    };
    const comes = [];
    for (let i = 0; i < 4; i += 1) comes.push(await firstComesAtOnce());
    expect(comes).toEqual([false, false, false, true]);
    await expect(said(['A', '\n</think>', 'B'], { habit })).rejects.toMatchObject({ code: 'provider_failed' });
    expect(await firstComesAtOnce()).toBe(false);
  });

  it('has no blank lines before it that end the thoughts, and keeps those within it', async () => {
    const thought: ChatPart = { type: 'reasoning-delta', id: 'r', delta: 'Hm' };
    const parts = [thought, thought, text('\n'), text('\n The moon'), thought, text(' pulls.\n\n')];
    expect(await said([...parts, finish()], { habit: plain() })).toEqual({
      thoughts: 'HmHmHm',
      answer: 'The moon pulls.\n\n',
    });
    expect((await said([text('  a list'), finish()])).answer).toBe('  a list');
  });

  it('is not lost when the connection breaks', async () => {
    async function* broken(): AsyncGenerator<ChatPart> {
      yield text('The ');
      throw new Error('broken');
    }
    const values = withoutUnopenedThoughts(broken(), unknown(), { holdsAll: false });
    expect((await values.next()).value).toEqual(text('The '));
    await expect(values.next()).rejects.toThrow('broken');
  });
});
