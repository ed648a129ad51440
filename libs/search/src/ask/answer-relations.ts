import { Bus } from '@lectern/bus';
import { systemPrincipal, type Visibility } from '@lectern/contracts/core';
import { type EntityRelations, readEntityRelations, type RelatedTo } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import type { AskCall } from './ask-call';

const DEADLINE_MS = 5_000;
const RELATIONS_MAX = 50;
const ANSWER_CHARS_MAX = 20_000;

/** Reads the knowledge graph's relations for the entities in an answer. */
@Injectable()
export class AnswerRelations {
  constructor(
    private readonly bus: Bus,
    private readonly degradation: Degradation,
  ) {}

  /** At most 50 relations; empty when they cannot be read in time. @throws AppError `cancelled` */
  async of(
    answer: string,
    visibility: Visibility,
    { kbid, signal, requestId }: Pick<AskCall, 'kbid' | 'signal' | 'requestId'>,
  ): Promise<EntityRelations> {
    const body = { kbid, visibility, text: answer.slice(0, ANSWER_CHARS_MAX) };
    const options = { principal: systemPrincipal, signal, requestId, deadlineMs: DEADLINE_MS };
    try {
      return firstOf(await this.bus.request(readEntityRelations, { body }, options));
    } catch (error) {
      this.degradation.goOnWithout('relations', error);
      return { entities: {} };
    }
  }
}

function firstOf({ entities }: EntityRelations): EntityRelations {
  let left = RELATIONS_MAX;
  const kept = Object.entries(entities).map(([name, { related_to: all }]): [string, RelatedTo] => {
    const related = all.slice(0, left);
    left -= related.length;
    return [name, { related_to: related }];
  });
  return { entities: Object.fromEntries(kept) };
}
