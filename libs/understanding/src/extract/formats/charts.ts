import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';

const CHARTS_MAX = 200;
const CHART_BYTES_MAX = 8 * 1024 * 1024;
const POINTS_MAX = 1_000;

interface Series {
  name: string;
  readonly categories: string[];
  readonly values: string[];
}

/** The numbers behind the charts of an Office Open XML file, as tables: pictures of them say nothing to a search. */
export function writeCharts(archive: Archive, document: DocumentBuilder): void {
  const parts = archive.entries.filter(
    ({ name, sizeBytes }) => /\/charts\/chart\d*\.xml$/.test(name) && sizeBytes <= CHART_BYTES_MAX,
  );
  for (const { name } of parts.slice(0, CHARTS_MAX)) {
    const bytes = archive.read(name);
    if (bytes) writeChart(new TextDecoder().decode(bytes), document);
  }
}

function writeChart(xml: string, document: DocumentBuilder): void {
  const chart = new ChartReader();
  new Parser(chart, { xmlMode: true }).end(xml);
  const [first] = chart.series;
  if (!first) return;
  const header = ['', ...chart.series.map(({ name }) => name)];
  const rows = first.values.map((_, at) => [
    first.categories[at] ?? String(at + 1),
    ...chart.series.map(({ values }) => values[at] ?? ''),
  ]);
  document.table({ caption: chart.title.trim() || undefined, rows: [header, ...rows], headed: true });
}

class ChartReader {
  readonly series: Series[] = [];
  title = '';
  private readonly path: string[] = [];

  onopentag(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    this.path.push(local);
    if (local === 'ser') this.series.push({ name: '', categories: [], values: [] });
  }

  ontext(text: string): void {
    const element = this.path.at(-1);
    const series = this.series.at(-1);
    if (element === 't' && this.path.includes('title') && !this.path.includes('plotArea')) this.title += text;
    if (element !== 'v' || !series) return;
    if (this.path.includes('tx')) series.name += text;
    else if ((this.path.includes('cat') || this.path.includes('xVal')) && series.categories.length < POINTS_MAX)
      series.categories.push(text);
    else if ((this.path.includes('val') || this.path.includes('yVal')) && series.values.length < POINTS_MAX)
      series.values.push(text);
  }

  onclosetag(): void {
    this.path.pop();
  }
}
