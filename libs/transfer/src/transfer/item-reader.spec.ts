import { longestBlockMs } from '@lectern/testing';
import type { PositionedFrame } from './frame';
import { frameLimits } from './frame-limits';
import { frameJson } from './item-reader';

const item = (type: string, json: string): PositionedFrame => {
  const payload = Buffer.from(json, 'utf8');
  return { type, payload, start: 7, end: 7 + payload.length };
};
const lists = (nodes: number) => `[${'[],'.repeat(nodes / 2 - 1)}[]]`;

describe('an item of JSON', () => {
  it('is what was written', async () => {
    expect(await frameJson(item('RES', '{"a":["x","\\ud83c\\udf0a"]}'))).toEqual({ a: ['x', '🌊'] });
  });

  it('has no text that Postgres cannot store', async () => {
    expect(await frameJson(item('RES', '["\\u0000","\\uD800","\\\\u0000"]'))).toEqual(['\ufffd', '\ufffd', '\\u0000']);
  });

  it.each(['LRN', 'END', 'RES', 'FLD', 'MSG', 'EXT', 'PAR', 'SET', 'XYZ'])(
    'of the type %s is refused by what it consists of, before it is parsed',
    async (type) => {
      const { nodesMax } = frameLimits(type);
      await expect(frameJson(item(type, lists(nodesMax)))).resolves.toHaveLength(nodesMax / 2);
      // No parser reaches the error at the end.
      await expect(frameJson(item(type, `${lists(nodesMax + 2)}wrong`))).rejects.toThrow(
        `The item ${type} at byte 7 has more parts or levels than any has`,
      );
    },
  );

  it('that is nested without end is refused', async () => {
    await expect(frameJson(item('RES', '['.repeat(100_000)))).rejects.toThrow('more parts or levels');
  });

  it('of 30 MB keeps nobody waiting', async () => {
    const huge = item('RES', lists(20_000_000));
    const blockedMs = await longestBlockMs(() => expect(frameJson(huge)).rejects.toThrow('more parts or levels'));
    // Parsing it takes seconds.
    expect(blockedMs).toBeLessThan(500);
  });
});
