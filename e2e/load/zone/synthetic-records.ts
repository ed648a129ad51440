import type { IndexedResource, KeywordRecord, VectorRecord } from '@lectern/contracts/core';
import { analyze, type AnalyzedText } from '@lectern/text';
import { seeded } from '@lectern/evaluation';
import { SyntheticText } from '../corpus';

/** As many as `minilm-l6` gives, whose vectorset is filled. */
export const DIMENSIONS = 384;
export const PARAGRAPHS_PER_RESOURCE = 100;
/** The words of a box, however large it is: those of boxes made from other seeds would be as good. */
const SEED = 23;
/** Higher than any version that the product itself writes during the run. */
const VERSION = 1_000_000;

export interface SyntheticResource {
  readonly rid: string;
  readonly title: string;
  readonly groups: readonly string[];
}

/** Records that knowledge-box would hand over for resources with extracted and embedded paragraphs. */
export class SyntheticRecords {
  private readonly text = new SyntheticText(SEED);
  private readonly vectors = new WordVectors();
  private readonly analyzed = new Map<string, AnalyzedText>();

  next({ rid, title, groups }: SyntheticResource): { keywords: KeywordRecord; vectors: VectorRecord } {
    const nowMs = Date.now();
    const shared = { version: VERSION, createdMs: nowMs, modifiedMs: nowMs, hidden: false, labels: ['/s/p/en'] };
    const resource: IndexedResource = { rid, groups, ...shared };
    let end = 0;
    const made = Array.from({ length: PARAGRAPHS_PER_RESOURCE }, (_, index) => {
      const text = this.text.paragraph();
      const start = end === 0 ? 0 : end + 2;
      end = start + text.length;
      const id = `${rid}/t/body/${start}-${end}`;
      const part = { id, field: 't/body', language: 'en', labels: ['/mt/text/plain', '/k/text'] };
      const paragraph = { ...part, ...this.analyze(text), text, kind: 'TEXT' as const, index, start, end, page: 0 };
      return { paragraph, vector: { ...part, vector: this.vectors.of(text) } };
    });
    return {
      keywords: { resource, title, paragraphs: made.map(({ paragraph }) => paragraph) },
      vectors: { resource, vectors: made.map(({ vector }) => vector) },
    };
  }

  /** As the whole text would be, word by word: a million paragraphs have 20,000 words. */
  private analyze(text: string): AnalyzedText {
    const words = text.match(/\p{L}+/gu) ?? [];
    const all = words.map((word) => {
      const known = this.analyzed.get(word) ?? analyze(word, 'en');
      this.analyzed.set(word, known);
      return known;
    });
    const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');
    return { terms: joined(all.map(({ terms }) => terms)), words: joined(all.map(({ words: own }) => own)) };
  }
}

/** Vectors as of a model that knows words and nothing else: a direction for each word, and a text is their sum. */
export class WordVectors {
  private readonly known = new Map<string, Float32Array>();

  of(text: string): Float32Array {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      const direction = this.directionOf(word);
      for (let i = 0; i < DIMENSIONS; i += 1) sum[i] = (sum[i] ?? 0) + (direction[i] ?? 0);
    }
    const length = Math.hypot(...sum);
    return length === 0 ? sum.fill(1 / Math.sqrt(DIMENSIONS)) : sum.map((value) => value / length);
  }

  private directionOf(word: string): Float32Array {
    const known = this.known.get(word);
    if (known) return known;
    const random = seeded([...word].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) | 0, 7));
    const made = new Float32Array(DIMENSIONS).map(() => random() - 0.5);
    this.known.set(word, made);
    return made;
  }
}
