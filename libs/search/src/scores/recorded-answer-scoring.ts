import { Bus } from '@lectern/bus';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import type { RecordedScores } from '@lectern/contracts/search';
import { type AnswerQuality, predictRemi } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import type { Asked } from '@lectern/activity';
import { ContextTexts } from './context-texts';

/** Contexts scored per answer: the best ones. */
const SCORED_MAX = 50;

/** Scores a recorded answer with the model that the deployment and the knowledge box have chosen. */
@Injectable()
export class RecordedAnswerScoring {
  constructor(
    private readonly bus: Bus,
    private readonly settings: BoxSettings,
    private readonly texts: ContextTexts,
  ) {}

  /**
   * Uses the texts that the asker may see now. Undefined when there is nothing to score.
   *
   * @throws AppError `not_found` when the box is gone; the scorer's errors
   */
  async score(kbid: string, asked: Asked, signal: AbortSignal): Promise<RecordedScores | undefined> {
    const ids = asked.context.map(({ text_block_id: id }) => id);
    const [{ account }, visibility] = await Promise.all([this.settings.of(kbid), this.seenByAsker(kbid, asked)]);
    const texts = await this.texts.read({ kbid, ids: ids.slice(0, SCORED_MAX) }, visibility);
    if (!asked.answer && texts.size === 0) return undefined;
    const principal: Principal = { ...systemPrincipal, account };
    const body = {
      user_id: principal.id,
      question: asked.question,
      answer: asked.answer,
      contexts: [...texts.values()],
    };
    const request = { params: { kbid }, headers: { 'x-show-consumption': false }, body };
    const { origin, answer } = await this.bus.request(predictRemi, request, { principal, signal });
    return inOrderOf(ids, [...texts.keys()], { ...answer, model: origin?.model ?? '' });
  }

  private seenByAsker(kbid: string, { groups, isGuest }: Asked) {
    const asker: Principal = isGuest ? { ...systemPrincipal, kind: 'none', roles: [] } : systemPrincipal;
    return this.texts.seenBy(kbid, asker, groups ?? undefined);
  }
}

/** Null for contexts that were not scored. */
function inOrderOf(
  ids: readonly string[],
  scored: readonly string[],
  scores: AnswerQuality & Pick<RecordedScores, 'model'>,
): RecordedScores {
  const at = new Map(scored.map((id, order) => [id, order]));
  const of = (list: readonly (number | null)[]) => ids.map((id) => list[at.get(id) ?? -1] ?? null);
  const { answer_relevance, context_relevance, groundedness, model } = scores;
  return { answer_relevance, context_relevance: of(context_relevance), groundedness: of(groundedness), model };
}
