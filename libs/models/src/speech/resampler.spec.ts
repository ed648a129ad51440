import fc from 'fast-check';
import { Resampler } from './resampler';

describe('Resampler', () => {
  it('mixes channels, and leaves what has the right rate as it is', () => {
    const resampler = new Resampler(16_000, 16_000);
    const out = resampler.push([Float32Array.of(1, 0, 0.5, 0), Float32Array.of(0, 1, 0.5, 0)]);
    expect([...out]).toEqual([0.5, 0.5, 0.5]);
  });

  it.each([8_000, 11_025, 22_050, 44_100, 48_000])(
    'keeps the length and the tone of sound of %i samples a second',
    (rate) => {
      const tone = (seconds: number, at: number) => Math.sin(2 * Math.PI * 200 * seconds + at);
      const input = Float32Array.from({ length: rate }, (_, i) => tone(i / rate, 0));
      const output = new Resampler(rate, 16_000).push([input]);
      expect(Math.abs(output.length - 16_000)).toBeLessThan(10);
      const late = rate > 16_000 ? (rate / 16_000 - 1) / 2 / rate : 0;
      const errors = [...output].map((sample, i) => Math.abs(sample - tone(i / 16_000 + late, 0)));
      expect(Math.max(...errors)).toBeLessThan(0.05);
    },
  );

  it('does not depend on how the sound arrives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8_000, max: 96_000 }), fc.integer({ min: 7, max: 400 }), (rate, step) => {
        const input = Float32Array.from({ length: 2_000 }, (_, i) => Math.sin(i / 9));
        const whole = new Resampler(rate, 16_000).push([input]);
        const resampler = new Resampler(rate, 16_000);
        const parts: number[] = [];
        for (let at = 0; at < input.length; at += step) parts.push(...resampler.push([input.subarray(at, at + step)]));
        expect(Math.abs(parts.length - whole.length)).toBeLessThanOrEqual(1);
        parts.slice(0, whole.length).forEach((sample, i) => expect(sample).toBeCloseTo(whole[i] ?? 0, 2));
      }),
      { numRuns: 50 },
    );
  });
});
