import { isDeepStrictEqual } from 'node:util';
import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  createEvaluationSet,
  type EvaluationQuestionPayload,
  EvaluationSetPayload,
  getEvaluationSet,
  listEvaluationSets,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentSource, DocumentTarget, StoredDocument } from './box-document';
import { fromService } from './transfer-errors';

const call = { principal: systemPrincipal };

/**
 * Sets of questions of a box, from the search service. A set whose title and questions the box has is not added again;
 * others are, because sets may have the same title.
 */
@Injectable()
export class EvaluationSetDocuments implements BoxDocument {
  readonly type = 'EVA';

  constructor(private readonly bus: Bus) {}

  async *list({ kbid }: Pick<DocumentSource, 'kbid'>): AsyncGenerator<EvaluationSetPayload> {
    const { sets } = await this.bus.request(listEvaluationSets, { params: { kbid } }, call);
    for (const { id: set_id } of sets) {
      const set = await this.bus.request(getEvaluationSet, { params: { kbid, set_id } }, call).catch(absentIfDeleted);
      // Recorded answers are not in the file.
      if (set) yield { title: set.title, questions: set.questions.map(({ learning_id: _, ...question }) => question) };
    }
  }

  async put(document: unknown, { kbid }: DocumentTarget): Promise<StoredDocument> {
    const set = validate(EvaluationSetPayload, document);
    return this.add(kbid, set).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'quota_exceeded')
        return { note: `The set of questions ${set.title} is left out: ${error.message}.` };
      throw fromService(error);
    });
  }

  private async add(kbid: string, body: EvaluationSetPayload): Promise<StoredDocument> {
    for await (const { title, questions } of this.list({ kbid }))
      if (title === body.title && isDeepStrictEqual(questions, withoutAnswers(body))) return {};
    await this.bus.request(createEvaluationSet, { params: { kbid }, body }, call);
    return {};
  }
}

function withoutAnswers({ questions = [] }: EvaluationSetPayload): readonly EvaluationQuestionPayload[] {
  return questions.map(({ learning_id: _, ...question }) => question);
}

function absentIfDeleted(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
