import { InProcessBus } from '@lectern/bus';
import { AppError, type StoredParagraph, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import { describeModels } from '@lectern/contracts/understanding';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from '../models/zone-models';
import { Reranking } from './reranking';
import type { RankedParagraph } from './ranked-paragraph';
import type { RetrievalQuery } from '../query/retrieval-query';

const paragraph = (index: number, text: string): StoredParagraph => ({
  id: `r/t/body/${index}`,
  rid: 'r',
  field: 't/body',
  text,
  language: 'en',
  kind: 'TEXT',
  labels: [],
  index,
  start: 0,
  end: text.length,
  page: 0,
  resourceLabels: [],
  resourceTitle: 'Tides',
});
const found = (text: string, index: number, score = 1): RankedParagraph => ({
  paragraph: paragraph(index, text),
  score,
  type: 'BOTH',
  retrieved: { score, legs: [] },
});
const candidates = ['Much was written in those years.', 'The moon pulls the sea.', 'Tides.'].map((text, i) =>
  found(text, i),
);
const query: RetrievalQuery = {
  kbid: 'box',
  visibility: unrestricted,
  query: 'moon pulls sea',
  legs: new Set(['keyword']),
  topK: 2,
  vectorsets: [],
  rebuilding: false,
  embedding: false,
  minKeywordScore: 0,
  fusion: { kind: 'convex', window: 100 },
  rerankerWindow: 2,
  withDuplicates: false,
};
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };

describe('Reranking', () => {
  let asked: string[];
  let metrics: Metrics;
  let degradation: Degradation;
  let scores: () => Promise<{ readonly scores: readonly number[] }>;

  const rerank = (reranker: string, asking = query, ranked = candidates) => {
    const bus = Object.assign(new InProcessBus(), {
      request: async ({ name }: { name: string }) => {
        if (name === describeModels.name) return { reranker: { id: reranker } };
        asked.push(name);
        return scores();
      },
    });
    return new Reranking(bus, new ZoneModels(bus, degradation), degradation).rerank(asking, ranked, call);
  };
  const positions = (found: readonly RankedParagraph[]) => found.map(({ paragraph: { index } }) => index);

  beforeEach(() => {
    Logger.overrideLogger(false);
    metrics = new Metrics();
    degradation = new Degradation(metrics);
    asked = [];
    scores = async () => ({ scores: [0.1, 0.9] });
  });

  it('looks at words itself, and asks no model', async () => {
    const { paragraphs } = await rerank('lexical');
    expect([positions(paragraphs), asked]).toEqual([[1, 0, 2], []]);
  });

  it('orders beyond the results only where it is needed, which does not change the results', async () => {
    const filler = 'and much else was written in those years '.repeat(10);
    const given = [
      found('The moon pulls the sea.', 0, 9),
      found(`The moon ${filler} pulls ${filler} the sea.`, 1, 6),
      found('Moon pulls sea.', 2, 1),
    ];
    const wide = { ...query, topK: 1, rerankerWindow: 3 };
    const shown = await rerank('lexical', wide, given);
    const all = await rerank('lexical', { ...wide, isAllOrdered: true }, given);
    expect(positions(all.paragraphs)).toEqual([0, 2, 1]);
    expect(positions(shown.paragraphs)).toEqual([0, 1, 2]);
    expect(shown.paragraphs[0]).toEqual(all.paragraphs[0]);
  });

  it('asks the model that the zone uses', async () => {
    const { paragraphs } = await rerank('cross-encoder');
    expect([positions(paragraphs), asked]).toEqual([[1, 0, 2], ['understanding.texts.rerank']]);
    expect(paragraphs.map(({ type }) => type)).toEqual(['RERANKER', 'RERANKER', 'BOTH']);
  });

  it('keeps the order of retrieval, and says so, when the model cannot be asked', async () => {
    scores = async () => Promise.reject(new AppError('unavailable', 'Away'));
    const { paragraphs, warning } = await rerank('cross-encoder');
    expect(positions(paragraphs)).toEqual([0, 1, 2]);
    expect(warning).toContain('The reranker could not be asked');
  });

  it('keeps the order of retrieval after a bug, too, and counts it', async () => {
    scores = async () => Promise.reject(new TypeError('x is not a function'));
    expect((await rerank('cross-encoder')).warning).toContain('The reranker could not be asked');
    expect((await metrics.text()).body).toContain('lectern_retrieval_faults_total{stage="reranking"} 1');
  });

  it('ends with the request', async () => {
    scores = async () => Promise.reject(new AppError('cancelled', 'Gone'));
    await expect(rerank('cross-encoder')).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does nothing for a query without words, or when it is not wanted', async () => {
    for (const asking of [
      { ...query, query: ' ' },
      { ...query, rerankerWindow: 0 },
    ])
      expect(positions((await rerank('cross-encoder', asking)).paragraphs)).toEqual([0, 1, 2]);
    expect(asked).toEqual([]);
  });
});
