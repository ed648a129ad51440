import { Bus } from '@lectern/bus';
import { rerankTexts } from '@lectern/contracts/understanding';
import { LEXICAL_RANKING, type LexicalScore, lexicalScores, type RerankCandidate } from '@lectern/ranking';
import { withoutExclusions } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from '../models/zone-models';
import type { RankedParagraph } from './ranked-paragraph';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';

const RERANK_DEADLINE_MS = 3_000;

/** Models do not explain their scores. */
type Reranked = Pick<LexicalScore, 'score'> & Partial<LexicalScore>;
const unscored: Reranked = { score: 0 };

/** Reorders the best candidates, in full as far as results go. On failure, the order is unchanged. */
@Injectable()
export class Reranking {
  constructor(
    private readonly bus: Bus,
    private readonly models: ZoneModels,
    private readonly degradation: Degradation,
  ) {}

  async rerank(
    query: RetrievalQuery,
    candidates: readonly RankedParagraph[],
    call: CallContext,
  ): Promise<{ paragraphs: readonly RankedParagraph[]; warning?: string }> {
    if (query.rerankerWindow === 0 || candidates.length === 0 || withoutExclusions(query.query).trim() === '')
      return { paragraphs: candidates };
    const window = candidates.slice(0, query.rerankerWindow);
    try {
      const texts = window.map(({ paragraph, score }) => ({
        text: paragraph.text,
        score,
        language: paragraph.language,
        kept: paragraph,
        ...(paragraph.field !== 'a/title' && { title: paragraph.resourceTitle, resource: paragraph.rid }),
      }));
      const scores = await this.scores(query, texts, call);
      const scored = window.map((one, order) => {
        const { score, terms } = scores[order] ?? unscored;
        return { ...one, score, type: 'RERANKER' as const, ...(terms && { rerankTerms: terms }), order };
      });
      const ordered = scored.sort((a, b) => b.score - a.score || a.order - b.order);
      return { paragraphs: [...ordered, ...candidates.slice(window.length)] };
    } catch (error) {
      this.degradation.goOnWithout('reranking', error);
      return {
        paragraphs: candidates,
        warning: 'The reranker could not be asked: results stay in the order of retrieval',
      };
    }
  }

  private async scores(
    { kbid, query: asked, rephrased: query = withoutExclusions(asked), topK, isAllOrdered }: RetrievalQuery,
    texts: readonly RerankCandidate[],
    call: CallContext,
  ): Promise<readonly Reranked[]> {
    const { reranker } = await this.models.describe();
    // Sending forty texts to another process costs more than scoring them here.
    if (reranker.id === LEXICAL_RANKING)
      return lexicalScores(query, texts, { signal: call.signal, ...(!isAllOrdered && { shown: topK }) });
    const options = { ...call, deadlineMs: RERANK_DEADLINE_MS };
    const sent = texts.map(({ kept: _kept, ...text }) => text);
    const { scores } = await this.bus.request(rerankTexts, { body: { kbid, query, texts: sent } }, options);
    return scores.map((score) => ({ score }));
  }
}
