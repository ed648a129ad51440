import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import type { ParagraphsFound } from '@lectern/contracts/knowledge-box';
import type { Hydrated, HydrateRequest, ParagraphHydration } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { PagePictures } from './page-pictures';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { fieldOf, hydratedFields, hydratedResources, projectionOf } from './hydrated-resources';
import { hydratedParagraphs, NamedParagraphs, withMembers } from './named-paragraphs';

/** Reads what belongs to paragraphs that a retrieval named. */
@Injectable()
export class HydrateService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
    private readonly pictures: PagePictures,
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
      paragraphs: await this.ofParagraphs(scope, found, { named, wanted: hydration.paragraph }),
    };
    refuseTooLarge(approximateBytes(hydrated), 'What was asked for', RESULTS_BYTES_MAX);
    return hydrated;
  }

  private async ofParagraphs(
    scope: RequestScope,
    found: ParagraphsFound,
    { named, wanted }: { readonly named: ReadonlySet<string>; readonly wanted?: ParagraphHydration | null },
  ): Promise<Hydrated['paragraphs']> {
    if (!wanted) return {};
    const asked = { pages: wanted.page?.page_preview ?? false, tables: wanted.table?.table_page_preview ?? false };
    // Those around the named ones have no pictures.
    const pictured = found.paragraphs.filter(({ id }) => named.has(id));
    const pictures = await this.pictures.of(scope, pictured, asked);
    const more = pictured.map(({ id, isTable }) => {
      const picture = pictures.get(id);
      if (!picture) return [id, {}] as const;
      const of = { page_preview: picture };
      return [id, { ...(asked.pages && { page: of }), ...(asked.tables && isTable && { table: of }) }] as const;
    });
    return withMembers(hydratedParagraphs(found, wanted), Object.fromEntries(more));
  }
}
