import { bytesOf, floatsOf } from './vector-bytes';

describe('vectors as bytes', () => {
  const vectors = [Float32Array.of(1, -2), Float32Array.of(0.5, 4)];

  it('are the same floats again, side by side', () => {
    expect([...floatsOf(bytesOf(vectors))]).toEqual([1, -2, 0.5, 4]);
  });

  it('may lie anywhere in memory', () => {
    const bytes = Buffer.alloc(17);
    bytesOf(vectors).copy(bytes, 1);
    expect([...floatsOf(bytes.subarray(1))]).toEqual([1, -2, 0.5, 4]);
  });
});
