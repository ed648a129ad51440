import { DataVizConfig } from '@lectern/contracts/agents';
import { objectOf, testRun } from '../../../engine/module-run.fixture';
import { chunkOf, contextOfTexts } from '../../context.fixture';
import { dataViz } from './data-viz';

const configOf = (members: Partial<DataVizConfig> = {}) =>
  Object.assign(new DataVizConfig(), { module: 'data_viz', ...members });
const table = (header: string, ...rows: readonly string[]) => {
  const text = [header, header.replace(/[^|]+/g, '-'), ...rows].map((row) => `|${row}|`).join('\n');
  return contextOfTexts([], { chunks: [chunkOf(text, { title: 'Ibex' })] });
};
const valid = {
  title: 'Herd',
  data: { values: [{ a: 1 }] },
  mark: 'point',
  encoding: { x: { field: 'a', type: 'quantitative' } },
};

describe('data_viz', () => {
  describe('with the built-in reader', () => {
    const { run } = testRun();
    const chartOf = async (context: ReturnType<typeof table>) =>
      (await dataViz.run(configOf(), [context], run)).visualizations?.[0]?.vega_lite_obj;

    it('draws bars of a table with one column of numbers', async () => {
      expect(await chartOf(table('Region|Herd', 'Uri|12', 'Valais|40'))).toMatchObject({
        title: 'Ibex',
        mark: { type: 'bar' },
        data: {
          values: [
            { Region: 'Uri', Herd: 12 },
            { Region: 'Valais', Herd: 40 },
          ],
        },
        encoding: { x: { field: 'Region', type: 'nominal' }, y: { field: 'Herd', type: 'quantitative' } },
      });
    });

    it('draws lines over years, one for each column of numbers', async () => {
      expect(await chartOf(table('Year|Uri|Valais', '2024|12|40', '2025|14|38'))).toMatchObject({
        mark: { type: 'line' },
        transform: [{ fold: ['Uri', 'Valais'] }],
        encoding: { x: { field: 'Year', type: 'temporal' }, color: { field: 'series' } },
      });
    });

    it('names columns with dots as they are', async () => {
      expect(await chartOf(table('Region|No. [x]', 'Uri|1', 'Valais|2'))).toMatchObject({
        encoding: { y: { field: 'No\\. \\[x\\]', title: 'No. [x]' } },
      });
    });

    it.each([
      ['a table without numbers', table('Region|Name', 'Uri|Ada', 'Valais|Bob')],
      ['no table', contextOfTexts(['The ibex climbs.'])],
    ])('draws nothing of %s', async (_, context) => {
      const generated = await dataViz.run(configOf(), [context], run);
      expect(generated).toEqual({ value: 'There is nothing to draw' });
    });
  });

  describe('with a language model', () => {
    it('returns the charts that it draws', async () => {
      const { run, asked } = testRun({ script: () => objectOf({ charts: [valid] }) });
      const contexts = [contextOfTexts(['The herd has one ibex.'])];
      const { visualizations, value, answer } = await dataViz.run(configOf({ prompt: 'As points.' }), contexts, run);
      expect(visualizations).toEqual([{ type: 'vega_lite', vega_lite_obj: valid }]);
      expect([value, answer]).toEqual(['Chart: Herd', undefined]);
      expect(asked).toMatchObject([{ question: expect.stringContaining('As points.') }]);
      expect(asked[0]?.system).not.toContain('herd has one');
    });

    it('asks once more for what is not valid, and leaves out what still is not', async () => {
      const broken = { ...valid, mark: 'nonsense' };
      const { run, asked } = testRun({
        script: (_, call) => objectOf({ charts: [broken, ...(call === 1 ? [valid] : [])] }),
      });
      const { visualizations, reason } = await dataViz.run(configOf(), [contextOfTexts(['One.'])], run);
      expect(visualizations).toEqual([{ type: 'vega_lite', vega_lite_obj: valid }]);
      expect(reason).toMatch(/left out/);
      expect(asked).toHaveLength(2);
    });

    it.each([[{ charts: 'none' }], [{ charts: [1, null] }], [{}]])('draws nothing of %j', async (object) => {
      const { run } = testRun({ script: () => objectOf(object) });
      const generated = await dataViz.run(configOf(), [contextOfTexts(['One.'])], run);
      expect(generated).toEqual({ value: 'There is nothing to draw' });
    });
  });
});
