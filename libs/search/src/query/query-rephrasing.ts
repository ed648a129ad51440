import { Bus } from '@lectern/bus';
import { invalidRequest } from '@lectern/contracts/core';
import type { QueryImage } from '@lectern/contracts/search';
import { type GeneratorInUse, type ModelsInUse as Models, rephraseQuestion } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import type { CallContext } from './retrieval-query';
import { ZoneModels } from '../models/zone-models';

/** Deadline for rewriting a query; after that the original is used. */
const REPHRASE_DEADLINE_MS = 8_000;

const LACKS_CONTEXT = 'The query refers to something that it does not name: it is searched as it was sent';

/** Options of a request for rewriting its query. */
export interface RephrasedRequest {
  readonly query: string;
  readonly rephrase?: boolean | null;
  readonly rephrase_prompt?: string | null;
  readonly generative_model?: string | null;
  readonly query_image?: QueryImage | null;
}

/** A query in the form in which it is searched. */
export interface QueryToSearch {
  /** For the keyword index. */
  readonly query: string;
  /** For semantic search and the reranker; absent when nothing was rewritten. */
  readonly rephrased?: string;
  /** Why it was not rewritten. */
  readonly warning?: string;
}

/** Rewrites standalone queries. If the model fails, the original query is searched. */
@Injectable()
export class QueryRephrasing {
  constructor(
    private readonly bus: Bus,
    private readonly models: ZoneModels,
    private readonly degradation: Degradation,
  ) {}

  /**
   * @param imageLoc location of the image in the request
   * @throws AppError `invalid_request` for a model that the deployment lacks, or an image that no model accepts
   */
  async rephrase(
    kbid: string,
    request: RephrasedRequest,
    { principal, signal, requestId, imageLoc = ['body', 'query_image'] }: CallContext & ImageLoc,
  ): Promise<QueryToSearch> {
    const { query, query_image: image } = request;
    const named = request.generative_model
      ? await this.models.generatorOf(request, { kbid, principal, signal })
      : undefined;
    if (!image && (!request.rephrase || query.trim() === '')) return { query };
    const model = image
      ? seeing(request, named ? [named] : listedModels(await this.models.describe()), imageLoc).id
      : undefined;
    const body = {
      kbid,
      question: query,
      history: [],
      extraContext: [],
      standsAlone: true,
      prompt: request.rephrase_prompt || undefined,
      model: request.generative_model || model,
      ...(image && { images: [{ contentType: image.content_type, base64: image.b64encoded }] }),
    };
    try {
      const options = { principal, signal, requestId, deadlineMs: REPHRASE_DEADLINE_MS };
      const { question, lacksContext } = await this.bus.request(rephraseQuestion, { body }, options);
      if (lacksContext) return { query, warning: LACKS_CONTEXT };
      return { query: image ? question : query, rephrased: question };
    } catch (error) {
      if (signal.aborted) throw error;
      this.degradation.goOnWithout('rephrasing', error);
      return { query, warning: 'The query could not be rewritten: it is searched as it was sent' };
    }
  }
}

interface ImageLoc {
  readonly imageLoc?: readonly string[];
}

/** All models, the default first. */
function listedModels({ generator, generators }: Models): readonly GeneratorInUse[] {
  return [generator, ...generators];
}

/** The model that the request names; otherwise the first model that accepts images, starting with the default. */
function seeing(request: RephrasedRequest, models: readonly GeneratorInUse[], loc: readonly string[]): GeneratorInUse {
  const found = models.find(({ vision }) => vision);
  if (found) return found;
  const msg = request.generative_model
    ? `Value error, the model ${request.generative_model} does not read images`
    : 'Value error, no model of this deployment reads images; leave it out';
  throw invalidRequest([{ type: 'value_error', loc: [...loc], msg, input: request.query_image?.content_type }]);
}
