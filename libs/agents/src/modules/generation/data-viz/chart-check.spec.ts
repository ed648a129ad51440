import { longestBlockMs } from '@lectern/testing';
import { chartProblem } from './chart-check';

const chart = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  data: { values: [{ a: 'x', b: 1 }] },
  mark: 'bar',
  encoding: { x: { field: 'a', type: 'nominal' }, y: { field: 'b', type: 'quantitative' } },
};
const circumstances = () => ({ owner: 'a', signal: new AbortController().signal });
const problemOf = (specification: object) => chartProblem(specification, circumstances());

describe('a chart', () => {
  it('is a specification that the compiler of Vega-Lite takes', async () => {
    expect(await problemOf(chart)).toBeUndefined();
  });

  it.each([
    ['an unknown mark', { ...chart, mark: 'nonsense' }],
    ['nothing to draw', { data: chart.data }],
    ['a broken expression', { ...chart, transform: [{ calculate: 'datum.b +* 2', as: 'c' }] }],
    ['an unknown channel', { ...chart, encoding: { q: { field: 'a' } } }],
    ['data from elsewhere', { ...chart, data: { url: 'https://example.com/data.json' } }],
    ['a link', { ...chart, encoding: { ...chart.encoding, href: { field: 'a' } } }],
    ['images', { ...chart, mark: { type: 'image' } }],
    [
      'data from elsewhere deep inside',
      { hconcat: [{ ...chart, transform: [{ lookup: 'a', from: { data: { url: 'https://a' } } }] }] },
    ],
    ['too much', { ...chart, data: { values: [{ a: 'a'.repeat(200_000), b: 1 }] } }],
  ])('is nothing with %s', async (_, specification) => {
    expect(await problemOf(specification)).toEqual(expect.any(String));
  });

  it('never holds the process up, however long it takes to compile', async () => {
    let nested: object = chart;
    for (let level = 0; level < 12; level += 1) nested = { hconcat: [nested, nested] };
    let problem: string | undefined;
    const blockedMs = await longestBlockMs(async () => {
      problem = await problemOf(nested);
    });
    expect(problem).toEqual(expect.any(String));
    expect(blockedMs).toBeLessThan(1_000);
    expect(await problemOf(chart)).toBeUndefined();
  }, 60_000);
});
