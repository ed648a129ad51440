import { Bus } from '@lectern/bus';
import {
  type FindAnswer,
  type FindRequest,
  type Principal,
  readResources,
  rephraseQuestion,
  type Resource,
  systemPrincipal,
} from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { RetrievalBounds } from '../retrieval/bounds';
import { RetrievalPipeline, type Retrieved } from '../retrieval/retrieval.pipeline';
import type { RetrievalCall } from '../retrieval/retrieval-query';
import { findResults } from './find-results';
import { retrievalQuery } from './retrieval-request';

@Injectable()
export class FindService {
  constructor(
    private readonly bus: Bus,
    private readonly bounds: RetrievalBounds,
    private readonly pipeline: RetrievalPipeline,
  ) {}

  async find(kbid: string, request: FindRequest, call: RetrievalCall): Promise<FindAnswer> {
    const context = await this.bounds.of(kbid, request, call.principal);
    const rephrased = request.rephrase ? await this.rephrase(request, call) : undefined;
    const query = retrievalQuery(request, context);
    const vector = request.vector ? Float32Array.from(request.vector) : undefined;
    const retrieved = await this.pipeline.retrieve({ ...query, vector, meaning: rephrased }, call);
    const resources = await this.resourcesOf(kbid, retrieved, request);
    const results = findResults(retrieved, { kbid, request, resources, rephrased });
    return { results, incomplete: retrieved.incomplete };
  }

  /** The resources of what was found, as far as the request wants them shown. */
  async resourcesOf(
    kbid: string,
    { paragraphs }: Retrieved,
    { show, field_type_filter: fieldTypes, extracted }: Pick<FindRequest, 'show' | 'field_type_filter' | 'extracted'>,
  ): Promise<Readonly<Record<string, Resource>>> {
    const ids = [...new Set(paragraphs.map(({ paragraph }) => paragraph.rid))];
    if (ids.length === 0 || show.length === 0) return {};
    const body = { kbid, ids, show, fieldTypes, extracted };
    return (await this.bus.request(readResources, { body }, { principal: systemPrincipal })).resources;
  }

  private async rephrase(request: FindRequest, call: RetrievalCall & { principal: Principal }): Promise<string> {
    const body = {
      question: request.query,
      history: [],
      extraContext: [],
      prompt: request.rephrase_prompt ?? undefined,
      model: request.generative_model ?? undefined,
    };
    return (await this.bus.request(rephraseQuestion, { body }, call)).question;
  }
}
