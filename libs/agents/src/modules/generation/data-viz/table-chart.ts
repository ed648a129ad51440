import type { FoundTable } from './found-tables';

/** Version of the language that the compiler of this product reads. */
export const VEGA_LITE_SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';
/** Columns of numbers that one chart shows. */
const SERIES_MAX = 5;
const YEAR = /^(1[5-9]|20|21)\d{2}$/;
const DATE = /^\d{4}-\d{2}(-\d{2})?$/;

/**
 * A chart by rule: bars of the columns of numbers over the first other column, or lines where that is a time. Undefined
 * for a table without such columns.
 */
export function tableChart({ title, columns, rows }: FoundTable): Readonly<Record<string, unknown>> | undefined {
  const isNumeric = (name: string) => rows.every((row) => typeof row[name] === 'number');
  const isTime = (name: string) => rows.every((row) => YEAR.test(String(row[name])) || DATE.test(String(row[name])));
  const time = columns.find(isTime);
  const over = time ?? columns.find((name) => !isNumeric(name));
  const series = columns.filter((name) => name !== over && isNumeric(name)).slice(0, SERIES_MAX);
  const [only] = series;
  if (over === undefined || only === undefined) return undefined;
  const values = rows.map((row) => ({ ...row, [over]: String(row[over]) }));
  const x = { field: escapedField(over), title: over, type: time === undefined ? 'nominal' : 'temporal', sort: null };
  const chart = {
    $schema: VEGA_LITE_SCHEMA,
    ...(title !== '' && { title }),
    data: { values },
    mark: { type: time === undefined ? 'bar' : 'line', tooltip: true },
  };
  if (series.length === 1)
    return { ...chart, encoding: { x, y: { field: escapedField(only), title: only, type: 'quantitative' } } };
  const names = { fold: series.map(escapedField), as: ['series', 'value'] };
  return {
    ...chart,
    transform: [names],
    encoding: {
      x,
      y: { field: 'value', type: 'quantitative' },
      color: { field: 'series', type: 'nominal' },
      ...(time === undefined && { xOffset: { field: 'series' } }),
    },
  };
}

/** Dots and brackets in names of columns are no paths. */
function escapedField(name: string): string {
  return name.replace(/[.[\]\\'"]/g, (sign) => `\\${sign}`);
}
