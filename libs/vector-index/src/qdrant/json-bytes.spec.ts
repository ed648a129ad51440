import { JsonBytes } from './json-bytes';

const numbersOf = (numbers: Float32Array) => new JsonBytes(0).addNumbers(numbers).take().toString();

describe('JsonBytes', () => {
  it('keeps nine decimals of what is at most 1', () => {
    const numbers = Float32Array.of(0, -0, 1, -1, 0.5, -0.012345679, 1e-9, -1e-12);
    expect(numbersOf(numbers)).toBe(
      '0.000000000,0.000000000,1.000000000,-1.000000000,0.500000000,-0.012345679,0.000000001,-0.000000000',
    );
  });

  it('loses half a billionth at most', () => {
    const numbers = Float32Array.from({ length: 10_000 }, (_, i) => Math.sin(i * i) ** 5);
    const read: number[] = JSON.parse(`[${numbersOf(numbers)}]`);
    expect(read).toHaveLength(numbers.length);
    expect(Math.max(...read.map((value, i) => Math.abs(value - (numbers[i] ?? 0))))).toBeLessThan(5.001e-10);
  });

  it.each([[[]], [[0.5, 12.5, -1e30]], [[Number.NaN, 1]]])('writes other numbers as they are: %j', (given) => {
    const numbers = Float32Array.from(given);
    expect(`[${numbersOf(numbers)}]`).toBe(JSON.stringify(Array.from(numbers)));
  });

  it('takes more than was expected, in any language', () => {
    const bytes = new JsonBytes(4);
    for (let i = 0; i < 100; i += 1)
      bytes.add(`${i === 0 ? '[' : ','}"übergrößen 知識 🌲"`).addNumbers(new Float32Array(0));
    expect(JSON.parse(bytes.add(']').take().toString())).toEqual(Array(100).fill('übergrößen 知識 🌲'));
  });
});
