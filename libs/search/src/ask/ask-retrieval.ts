import { AppError, type IndexFilter } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { retrievalQuery } from '../find/retrieval-request';
import { RequestScope } from '../retrieval/request-scope';
import { ShownRetrieval, type ShownResults } from '../retrieval/shown-retrieval';
import type { AskCall } from './ask-call';

/** Retrieval for a question: the same pipeline as find. */
@Injectable()
export class AskRetrieval {
  constructor(
    private readonly scope: RequestScope,
    private readonly retrieval: ShownRetrieval,
  ) {}

  /**
   * @param rephrased what is looked up instead of the question, when it does not stand alone
   * @throws AppError `not_found`, `invalid_query`, `retrieval_incomplete` when a leg failed and the other found nothing
   */
  async retrieve(call: AskCall, rephrased: string | undefined): Promise<ShownResults> {
    const { kbid, request } = call;
    const [context, within] = await Promise.all([this.scope.of(kbid, request, call.principal), this.within(call)]);
    const query = retrievalQuery({ ...request, query: rephrased ?? request.query }, { ...context, within });
    const show = request.show.includes('basic') ? request.show : [...request.show, 'basic' as const];
    const material = await this.retrieval.retrieve(query, call, { ...request, show });
    const { retrieved } = material;
    if (retrieved.incomplete && retrieved.paragraphs.length === 0) {
      throw new AppError('retrieval_incomplete', 'Temporary error on information retrieval. Please try again.');
    }
    return material;
  }

  private async within({ kbid, target, principal }: AskCall): Promise<IndexFilter[]> {
    const name = target?.rid ?? target?.rslug;
    if (name === undefined) return [];
    const rid = (await this.scope.resolve(kbid, [name], principal)).get(name);
    if (rid === undefined) throw new AppError('not_found', 'Resource not found');
    return [{ resources: [rid] }];
  }
}
