import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import { paragraphRelations, type ParagraphsFound } from '@lectern/contracts/knowledge-box';
import type { Hydrated, HydratedParagraph, HydrateRequest, ParagraphHydration } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { type RequestScope, RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { RESULTS_BYTES_MAX } from '../results/results-size';
import { fieldIdOf, hydratedFields, hydratedResources, projectionOf, storedId } from './hydrated-resources';
import { type ParagraphPictures, paragraphPictures, picturesProjection } from './paragraph-pictures';
import { hydratedParagraphs, NamedParagraphs } from './named-paragraphs';

/** Reads the data of retrieved paragraphs. */
@Injectable()
export class HydrateService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly resources: BoxResources,
    private readonly paragraphs: NamedParagraphs,
  ) {}

  /** @throws AppError `not_found`, `unavailable`, `too_large` */
  async hydrate(kbid: string, request: HydrateRequest, call: CallContext): Promise<Hydrated> {
    const { hydration, ...asked } = request;
    const data = request.data.map(storedId);
    const scope = await this.scopes.of(kbid, asked, call.principal);
    const others = hydration.paragraph?.related;
    const related = paragraphRelations.filter((relation) => others?.[relation]);
    const found = await this.paragraphs.read(scope, data, { ...call, around: others?.neighbours, related });
    // Only existing paragraphs: an id may refer to a paragraph that has since been removed from its resource.
    const named = new Set(data);
    const present = found.paragraphs.map(({ id }) => id).filter((id) => named.has(id));
    const resources = await this.resources.read(scope, present, projectionOf(hydration, present));
    const hydrated = {
      resources: hydratedResources(resources, hydration.resource),
      fields: hydratedFields(resources, [...new Set(present.map(fieldIdOf))], hydration.field),
      paragraphs: hydration.paragraph ? await this.ofParagraphs(scope, found, hydration.paragraph) : {},
    };
    refuseTooLarge(approximateBytes(hydrated), 'What was asked for', RESULTS_BYTES_MAX);
    return hydrated;
  }

  private async ofParagraphs(
    scope: RequestScope,
    found: ParagraphsFound,
    wanted: ParagraphHydration,
  ): Promise<Hydrated['paragraphs']> {
    const paragraphs = hydratedParagraphs(found, wanted);
    if (!wanted.image?.source_image && !wanted.table?.table_page_preview && !wanted.page?.page_with_visual)
      return paragraphs;
    const ids = found.paragraphs.map(({ id }) => id);
    const files = await this.resources.read(scope, ids, picturesProjection);
    const pictures = found.paragraphs.map(
      (one) => [one.id, shownPictures(paragraphPictures(one, files), wanted)] as const,
    );
    return Object.fromEntries(
      pictures.flatMap(([id, shown]) => (paragraphs[id] ? [[id, { ...paragraphs[id], ...shown }]] : [])),
    );
  }
}

function shownPictures(
  { source, page, tablePage }: ParagraphPictures,
  wanted: ParagraphHydration,
): Pick<HydratedParagraph, 'image' | 'table' | 'page'> {
  return {
    ...(wanted.image?.source_image && source && { image: { source_image: source } }),
    ...(wanted.table?.table_page_preview && tablePage && { table: { page_preview_ref: tablePage } }),
    ...(wanted.page?.page_with_visual && page && { page: { page_preview_ref: page } }),
  };
}
