import { systemPrincipal } from '@lectern/contracts/core';
import { describeBus } from './bus.contract';
import { count } from './bus-handlers.contract';
import { Handlers } from './handlers';
import { InProcessBus } from './in-process-bus';

describe('InProcessBus', () => {
  describeBus(() => ({ make: async (observe) => new InProcessBus({ observe }) }), 0);

  it('hands the values of a stream over as they are, and changes of them throw', async () => {
    const plain = { nested: { number: 1 } };
    const withArray = { vector: new Float32Array([1]) };
    const handlers = new Handlers();
    handlers.handle(count.name, {
      stream: true,
      handle: async () =>
        (async function* () {
          yield plain;
          yield withArray;
        })(),
    });
    const bus = new InProcessBus();
    await bus.serve(handlers);
    const values: unknown[] = [];
    for await (const value of bus.stream(count, {}, { principal: systemPrincipal })) values.push(value);
    expect(values[0]).toBe(plain);
    expect(() => (plain.nested.number = 2)).toThrow(TypeError);
    expect(values[1]).toEqual(withArray);
    expect(values[1]).not.toBe(withArray);
  });
});
