import { AppError } from '@lectern/contracts/core';
import { clonesSoFar } from './clones';
import { visibleTo } from './faults';
import { handedOver } from './handed-over';
import { decodeValue, encodeValue } from './nats/frames';

describe('clones', () => {
  const during = (work: () => unknown) => {
    const before = clonesSoFar();
    work();
    const after = clonesSoFar();
    return { values: after.values - before.values, bytes: after.bytes - before.bytes };
  };

  it('are none of plain data within one process', () => {
    expect(during(() => handedOver({ texts: ['The moon', { pulls: 1 }] }, 'It', true))).toEqual({
      values: 0,
      bytes: 0,
    });
  });

  it('are counted where a value holds what can be changed, with its bytes', () => {
    const { values, bytes } = during(() => handedOver({ vector: new Float32Array(256) }, 'It', false));
    expect(values).toBe(1);
    expect(bytes).toBeGreaterThanOrEqual(1_024);
    expect(bytes).toBeLessThan(1_100);
  });

  it('are one on each side of a wire, as large as what travels', () => {
    const { length } = encodeValue({ text: 'moon' });
    expect(during(() => decodeValue(encodeValue({ text: 'moon' })))).toEqual({ values: 2, bytes: 2 * length });
  });

  it('are one of an error that has details', () => {
    expect(during(() => visibleTo(new AppError('not_found', 'Nothing', { detail: 'moon' })))).toMatchObject({
      values: 1,
    });
  });
});
