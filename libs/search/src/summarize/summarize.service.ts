import { Bus } from '@lectern/bus';
import { AppError, type Request, systemPrincipal } from '@lectern/contracts/core';
import { readTexts, type TextsByField } from '@lectern/contracts/knowledge-box';
import {
  NOTHING_TO_SUMMARIZE,
  nothingToSummarizeYet,
  type SummarizedKnowledge,
  type summarizeResources,
} from '@lectern/contracts/search';
import { summarizeTexts } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { RequestScopes } from '../query/request-scopes';

/** Characters read per resource; models read no more. */
const RESOURCE_CHARS_MAX = 200_000;
/** Characters of all resources together, which are sent to the models in one message. */
const TOTAL_CHARS_MAX = 1_500_000;
const RESOURCES_PER_CALL = 10;
/** Concurrent reads. */
const CALLS_AT_ONCE = 3;

/** Summarises resources that the caller can find. */
@Injectable()
export class SummarizeService {
  constructor(
    private readonly bus: Bus,
    private readonly scopes: RequestScopes,
  ) {}

  /**
   * @throws AppError `not_found`; `precondition_failed` when no resource has text; `invalid_request` for an unknown
   *   model or a prompt that the model does not follow; `provider_failed`, `rate_limited`, `cancelled`, `unavailable`
   */
  async summarize(request: Request<typeof summarizeResources>): Promise<SummarizedKnowledge> {
    const { params, body, headers, principal, signal, requestId } = request;
    const { resources: names, ...wanted } = body;
    const { texts, pending } = await this.texts(params.kbid, [...new Set(names)], request);
    const said = texts.filter(([, fields]) => Object.values(fields).some((text) => text.trim() !== ''));
    if (said.length === 0)
      throw new AppError(
        'precondition_failed',
        pending.length === 0 ? NOTHING_TO_SUMMARIZE : nothingToSummarizeYet(pending),
      );
    const resources = Object.fromEntries(said.map(([name, fields]) => [name, { fields }]));
    const { answer } = await this.bus.request(
      summarizeTexts,
      { body: { ...wanted, resources, kbid: params.kbid, user_id: principal.id } },
      { principal, signal, requestId },
    );
    return {
      resources: Object.fromEntries(
        Object.entries(answer.resources).map(([name, { summary, tokens }]) => [name, { summary, tokens }]),
      ),
      ...(pending.length > 0 && { not_processed: pending }),
      summary: answer.summary,
      consumption: headers['x-show-consumption'] ? answer.consumption : null,
    };
  }

  /** Texts of the resources that the caller can find, in the order of the names. */
  private async texts(
    kbid: string,
    names: readonly string[],
    { principal, signal, requestId }: Request<typeof summarizeResources>,
  ): Promise<NamedTexts> {
    const { visibility } = await this.scopes.of(kbid, { show_hidden: false }, principal);
    const charsMax = Math.min(RESOURCE_CHARS_MAX, Math.floor(TOTAL_CHARS_MAX / names.length));
    const parts = Array.from({ length: Math.ceil(names.length / RESOURCES_PER_CALL) }, (_, at) =>
      names.slice(at * RESOURCES_PER_CALL, (at + 1) * RESOURCES_PER_CALL),
    );
    const found = new Map<string, TextsByField>();
    const waiting = new Set<string>();
    for (let at = 0; at < parts.length; at += CALLS_AT_ONCE) {
      const reads = parts
        .slice(at, at + CALLS_AT_ONCE)
        .map((ids) =>
          this.bus.request(
            readTexts,
            { body: { kbid, ids, visibility, charsMax } },
            { principal: systemPrincipal, signal, requestId },
          ),
        );
      for (const { resources, pending } of await Promise.all(reads)) {
        for (const [name, fields] of Object.entries(resources)) found.set(name, fields);
        for (const name of pending) waiting.add(name);
      }
    }
    const texts = names.flatMap((name) => {
      const fields = found.get(name);
      return fields ? [[name, fields] as const] : [];
    });
    return { texts, pending: names.filter((name) => waiting.has(name)) };
  }
}

/** In the order of the names. */
interface NamedTexts {
  readonly texts: readonly (readonly [name: string, texts: TextsByField])[];
  /** Names of resources whose processing is not finished. */
  readonly pending: readonly string[];
}
