import { Bus, approximateBytes, refuseTooLarge } from '@lectern/bus';
import { resourceOf, systemPrincipal } from '@lectern/contracts/core';
import { type ParagraphsFound, readParagraphs } from '@lectern/contracts/knowledge-box';
import type { Hydrated, HydratedParagraph, HydrateRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { KeywordLeg } from '../retrieval/keyword-leg';
import { fieldOf, hydratedFields, hydratedResources, projectionOf } from './hydrated-resources';

/** Reads what belongs to paragraphs that a retrieval named. */
@Injectable()
export class HydrateService {
  constructor(
    private readonly bus: Bus,
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly keywords: KeywordLeg,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async hydrate(kbid: string, { data, hydration, ...asked }: HydrateRequest, call: CallContext): Promise<Hydrated> {
    const scope = await this.scopes.of(kbid, asked, call.principal);
    const visible = await this.resources.visible(scope, data);
    const ids = [...new Set(data)].filter((id) => visible.has(resourceOf(id)));
    const found = await this.paragraphs(scope, ids, { hydration, call });
    // Of those that are there: an id may name a paragraph that its resource does not have any more.
    const named = new Set(ids);
    const present = found.paragraphs.map(({ id }) => id).filter((id) => named.has(id));
    const resources = await this.resources.read(scope, present, projectionOf(hydration, present));
    const hydrated = {
      resources: hydratedResources(resources, hydration.resource),
      fields: hydratedFields(resources, [...new Set(present.map(fieldOf))], hydration.field),
      paragraphs: hydratedParagraphs(found, hydration),
    };
    refuseTooLarge(approximateBytes(hydrated), 'What was asked for', RESULTS_BYTES_MAX);
    return hydrated;
  }

  private async paragraphs(
    { kbid }: RequestScope,
    ids: readonly string[],
    { hydration, call }: { readonly hydration: HydrateRequest['hydration']; readonly call: CallContext },
  ): Promise<ParagraphsFound> {
    const around = hydration.paragraph?.related?.neighbours;
    if (ids.length === 0) return { paragraphs: [] };
    if (!around) return { paragraphs: await this.keywords.read(kbid, ids) };
    const { signal, requestId } = call;
    const options = { principal: systemPrincipal, signal, requestId };
    return this.bus.request(readParagraphs, { body: { kbid, ids, around } }, options);
  }
}

function hydratedParagraphs(
  { paragraphs, neighbours }: ParagraphsFound,
  { paragraph: wanted }: HydrateRequest['hydration'],
): Readonly<Record<string, HydratedParagraph>> {
  if (!wanted) return {};
  return Object.fromEntries(
    paragraphs.map(({ id, rid, text }) => {
      const around = neighbours?.[id];
      return [
        id,
        {
          ...{ id, field: fieldOf(id), resource: rid },
          ...(wanted.text && { text }),
          ...(around && { related: { neighbours: around } }),
        },
      ];
    }),
  );
}
