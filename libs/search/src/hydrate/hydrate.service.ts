import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import type { Hydrated, HydrateRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { fieldOf, hydratedFields, hydratedResources, projectionOf } from './hydrated-resources';
import { hydratedParagraphs, NamedParagraphs } from './named-paragraphs';

/** Reads what belongs to paragraphs that a retrieval named. */
@Injectable()
export class HydrateService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async hydrate(kbid: string, { data, hydration, ...asked }: HydrateRequest, call: CallContext): Promise<Hydrated> {
    const scope = await this.scopes.of(kbid, asked, call.principal);
    const around = hydration.paragraph?.related?.neighbours;
    const found = await this.paragraphs.read(scope, data, { ...call, around });
    // Of those that are there: an id may name a paragraph that its resource does not have any more.
    const named = new Set(data);
    const present = found.paragraphs.map(({ id }) => id).filter((id) => named.has(id));
    const resources = await this.resources.read(scope, present, projectionOf(hydration, present));
    const hydrated = {
      resources: hydratedResources(resources, hydration.resource),
      fields: hydratedFields(resources, [...new Set(present.map(fieldOf))], hydration.field),
      paragraphs: hydration.paragraph ? hydratedParagraphs(found, hydration.paragraph) : {},
    };
    refuseTooLarge(approximateBytes(hydrated), 'What was asked for', RESULTS_BYTES_MAX);
    return hydrated;
  }
}
