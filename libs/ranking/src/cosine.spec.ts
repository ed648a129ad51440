import { cosine } from './cosine';

describe('the cosine of unit vectors', () => {
  const [right, up, between] = [
    [1, 0],
    [0, 1],
    [Math.SQRT1_2, Math.SQRT1_2],
  ].map((vector) => Float32Array.from(vector));

  it('is 1 for the same direction, 0 for a right angle, and negative for opposite ones', () => {
    expect(cosine(right, right)).toBe(1);
    expect(cosine(right, up)).toBe(0);
    expect(cosine(right, between)).toBeCloseTo(Math.SQRT1_2);
    expect(cosine(right, Float32Array.of(-1, 0))).toBe(-1);
  });

  it('is 0 for a missing vector', () => {
    expect([cosine(undefined, right), cosine(right, undefined)]).toEqual([0, 0]);
  });
});
