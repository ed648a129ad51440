import { Bus } from '@lectern/bus';
import { resourceOf, systemPrincipal } from '@lectern/contracts/core';
import {
  type ParagraphRelation,
  type ParagraphsAround,
  type ParagraphsFound,
  readParagraphs,
} from '@lectern/contracts/knowledge-box';
import type { HydratedParagraph } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { RequestScope } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { KeywordLeg } from '../retrieval/keyword-leg';
import { fieldIdOf } from './hydrated-resources';

/** Other paragraphs to include. */
interface OtherParagraphs {
  readonly around?: ParagraphsAround | null;
  readonly related?: readonly ParagraphRelation[];
}

/** A knowledge box and the caller's visibility in it. */
export type VisibleScope = Pick<RequestScope, 'kbid' | 'visibility'>;

/** Reads paragraphs that the caller may see, by id. */
@Injectable()
export class NamedParagraphs {
  constructor(
    private readonly bus: Bus,
    private readonly resources: BoxResources,
    private readonly keywords: KeywordLeg,
  ) {}

  /** @throws AppError `unavailable` */
  async read(
    scope: VisibleScope,
    named: readonly string[],
    { around, related = [], signal, requestId }: CallContext & OtherParagraphs,
  ): Promise<ParagraphsFound> {
    const visible = await this.resources.visible(scope, named);
    const ids = [...new Set(named)].filter((id) => visible.has(resourceOf(id)));
    if (ids.length === 0) return { paragraphs: [] };
    const { kbid } = scope;
    if (!around && related.length === 0) return { paragraphs: await this.keywords.read(kbid, ids) };
    const options = { principal: systemPrincipal, signal, requestId };
    const others = { ...(around && { around }), ...(related.length > 0 && { related }) };
    return this.bus.request(readParagraphs, { body: { kbid, ids, ...others } }, options);
  }
}

/** The paragraphs in the form of the interface, by id. */
export function hydratedParagraphs(
  { paragraphs, neighbours, relations }: ParagraphsFound,
  { text: hasText }: { readonly text: boolean },
): Readonly<Record<string, HydratedParagraph>> {
  return Object.fromEntries(
    paragraphs.map(({ id, rid, text }) => {
      const [around, related] = [neighbours?.[id], relations?.[id]];
      return [
        id,
        {
          id,
          field: fieldIdOf(id),
          resource: rid,
          ...(hasText && { text }),
          ...((around ?? related) && { related: { ...(around && { neighbours: around }), ...related } }),
        },
      ];
    }),
  );
}
