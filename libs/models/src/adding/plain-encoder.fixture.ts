import { packedShape, type PackedTensor } from './packed-model.fixture';

type Row = readonly number[];

/** A BERT encoder in plain arithmetic: the mean of the vectors of all tokens, of length 1. */
export class PlainEncoder {
  constructor(private readonly tensors: ReadonlyMap<string, PackedTensor>) {}

  embed(ids: readonly number[]): readonly number[] {
    const { hidden, layers } = packedShape;
    let rows: readonly Row[] = ids.map((id, position) => {
      const [word, place, kind] = [this.row('emb.word', id), this.row('emb.pos', position), this.row('emb.type', 0)];
      return this.normalised('emb.ln', sum(sum(word, place), kind));
    });
    for (let layer = 0; layer < layers; layer++) rows = this.layer(`l${layer}`, rows);
    const mean = Array.from({ length: hidden }, (_, i) => rows.reduce((all, row) => all + (row[i] ?? 0), 0));
    const length = Math.hypot(...mean);
    return mean.map((value) => value / length);
  }

  private layer(name: string, rows: readonly Row[]): readonly Row[] {
    const [q, k, v] = ['q', 'k', 'v'].map((part) => rows.map((row) => this.linear(`${name}.${part}`, row)));
    const mixed = this.attention(q ?? [], k ?? [], v ?? []);
    return rows.map((row, index) => {
      const attended = this.normalised(`${name}.aln`, sum(row, this.linear(`${name}.ao`, mixed[index] ?? [])));
      const active = this.linear(`${name}.fi`, attended).map((x) => 0.5 * x * (1 + errorFunction(x / Math.SQRT2)));
      return this.normalised(`${name}.oln`, sum(attended, this.linear(`${name}.fo`, active)));
    });
  }

  private attention(q: readonly Row[], k: readonly Row[], v: readonly Row[]): readonly Row[] {
    const { hidden, heads } = packedShape;
    const width = hidden / heads;
    return q.map((row) =>
      Array.from({ length: heads }, (_, head) => {
        const own = (one: Row) => one.slice(head * width, (head + 1) * width);
        const scores = k.map((other) => Math.exp(dot(own(row), own(other)) / Math.sqrt(width)));
        const all = scores.reduce((a, b) => a + b, 0);
        return Array.from({ length: width }, (_, i) =>
          v.reduce((mixed, other, token) => mixed + ((scores[token] ?? 0) / all) * (own(other)[i] ?? 0), 0),
        );
      }).flat(),
    );
  }

  private linear(name: string, row: Row): Row {
    const weights = this.values(`${name}.w`);
    return this.values(`${name}.b`).map((bias, output) => {
      return bias + dot(weights.slice(output * row.length, (output + 1) * row.length), row);
    });
  }

  private normalised(name: string, row: Row): Row {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const spread = Math.sqrt(row.reduce((all, x) => all + (x - mean) ** 2, 0) / row.length + 1e-5);
    const [scale, bias] = [this.values(`${name}.w`), this.values(`${name}.b`)];
    return row.map((x, i) => ((x - mean) / spread) * (scale[i] ?? 0) + (bias[i] ?? 0));
  }

  private row(name: string, index: number): Row {
    return this.values(name).slice(index * packedShape.hidden, (index + 1) * packedShape.hidden);
  }

  private values(name: string): readonly number[] {
    return this.tensors.get(name)?.values ?? [];
  }
}

const sum = (a: Row, b: Row): Row => a.map((value, i) => value + (b[i] ?? 0));
const dot = (a: Row, b: Row): number => a.reduce((all, value, i) => all + value * (b[i] ?? 0), 0);

/** Its series, accurate enough for the values here. */
function errorFunction(x: number): number {
  let term = x;
  let all = x;
  for (let n = 1; n < 60; n++) {
    term *= -(x * x) / n;
    all += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * all;
}
