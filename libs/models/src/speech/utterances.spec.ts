import fc from 'fast-check';
import { soundWith } from './tiny-speech.fixture';
import { SAMPLE_RATE, type Utterance, Utterances } from './utterances';

function cut(sound: Float32Array, step = 4_096): Utterance[] {
  const utterances = new Utterances();
  const found: Utterance[] = [];
  for (let at = 0; at < sound.length; at += step) found.push(...utterances.push(sound.subarray(at, at + step)));
  return [...found, ...utterances.end()];
}
const placesOf = (found: readonly Utterance[]) =>
  found.map(({ startS, samples }) => [startS, startS + samples.length / SAMPLE_RATE].map((s) => Math.round(s * 2) / 2));

describe('utterances', () => {
  it('are cut at pauses, with a little around them', () => {
    const sound = soundWith([
      [false, 3],
      [true, 5],
      [false, 1],
      [true, 2],
      [false, 3],
    ]);
    expect(placesOf(cut(sound))).toEqual([
      [3, 8],
      [9, 11],
    ]);
  });

  it('are none in silence, nor of a click', () => {
    expect(cut(soundWith([[false, 30]]))).toEqual([]);
    expect(
      cut(
        soundWith([
          [false, 2],
          [true, 0.05],
          [false, 3],
        ]),
      ),
    ).toEqual([]);
  });

  it('last twenty seconds at most, however long someone speaks', () => {
    const found = cut(soundWith([[true, 65]]));
    expect(Math.max(...found.map(({ samples }) => samples.length))).toBeLessThanOrEqual(20 * SAMPLE_RATE);
    expect(found.reduce((sum, { samples }) => sum + samples.length, 0)).toBeGreaterThan(64 * SAMPLE_RATE);
  });

  it('do not overlap, and do not depend on how the sound arrives', () => {
    const stretch = fc.tuple(
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10),
    );
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), fc.integer({ min: 100, max: 9_000 }), (stretches, step) => {
        const sound = soundWith(stretches);
        const found = cut(sound, step);
        expect(found.map(({ startS }) => startS)).toEqual(cut(sound).map(({ startS }) => startS));
        let end = 0;
        for (const { startS, samples } of found) {
          expect(startS).toBeGreaterThanOrEqual(end);
          end = startS + samples.length / SAMPLE_RATE - 1e-6;
        }
        expect(end).toBeLessThanOrEqual(sound.length / SAMPLE_RATE);
      }),
      { numRuns: 30 },
    );
  });
});
