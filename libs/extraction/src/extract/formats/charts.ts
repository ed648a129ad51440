import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { partRelations } from './office-relations';

const CHARTS_MAX = 200;
const CHART_BYTES_MAX = 8 * 1024 * 1024;
const POINTS_MAX = 1_000;

interface Series {
  name: string;
  readonly categories: string[];
  readonly values: string[];
}

/** The numbers of the charts of an Office Open XML file, as tables: pictures of them say nothing to a search. */
export class Charts {
  private readonly parts: Set<string>;

  constructor(
    private readonly archive: Archive,
    private readonly document: DocumentBuilder,
  ) {
    const charts = archive.entries.filter(({ name }) => /\/charts\/chart\d*\.xml$/.test(name));
    const small = charts.filter(({ sizeBytes }) => sizeBytes <= CHART_BYTES_MAX).slice(0, CHARTS_MAX);
    this.parts = new Set(small.map(({ name }) => name));
    document.lose(
      `Charts beyond the first ${CHARTS_MAX}, or larger than ${CHART_BYTES_MAX / 1_048_576} MiB, were left out`,
      charts.length - small.length,
    );
  }

  /** One chart, once, where the document is now. */
  write(part: string): void {
    const bytes = this.parts.has(part) ? this.archive.read(part) : undefined;
    this.parts.delete(part);
    if (bytes) writeChart(new TextDecoder().decode(bytes), this.document);
  }

  /** Those that a part shows, such as a drawing. */
  writeOf(part: string): void {
    for (const { type, target } of partRelations(part, this.archive)) if (type === 'chart') this.write(target);
  }

  /** Leaves out those that a part shows. */
  leaveOut(part: string): void {
    for (const { type, target } of partRelations(part, this.archive)) if (type === 'chart') this.parts.delete(target);
  }

  writeRest(): void {
    for (const part of [...this.parts]) this.write(part);
  }
}

function writeChart(xml: string, document: DocumentBuilder): void {
  const chart = new ChartReader();
  new Parser(chart, { xmlMode: true }).end(xml);
  document.lose(`Values of charts beyond ${POINTS_MAX} in a series were left out`, chart.left);
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
  /** Values that were not kept. */
  left = 0;
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
    else if (this.path.includes('cat') || this.path.includes('xVal')) this.keep(series.categories, text);
    else if (this.path.includes('val') || this.path.includes('yVal')) this.keep(series.values, text);
  }

  private keep(points: string[], text: string): void {
    if (points.length < POINTS_MAX) points.push(text);
    else this.left += 1;
  }

  onclosetag(): void {
    this.path.pop();
  }
}
