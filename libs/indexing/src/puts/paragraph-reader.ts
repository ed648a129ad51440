import type { StoredParagraph } from '@lectern/contracts/core';
import type { ParagraphsFound, ParagraphsQuery } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { indexedResource, shownParagraphs } from './keyword-record';
import { type RelatedParagraphs, relatedParagraphs } from './related-paragraphs';
import { type ExtractedResource, ResourceLoader } from '../processing/resource-loader';

type Wanted = Pick<ParagraphsQuery, 'around' | 'related'>;

interface Found extends RelatedParagraphs {
  readonly paragraphs: readonly StoredParagraph[];
}

/** Reads committed paragraphs when the keyword index is unavailable or does not know the surrounding paragraphs. */
@Injectable()
export class ParagraphReader {
  constructor(private readonly loader: ResourceLoader) {}

  async read({ kbid, ids, ...wanted }: ParagraphsQuery): Promise<ParagraphsFound> {
    const named = new Set(ids);
    const contents = await this.loader.withFields(kbid, [...new Set(ids.map(fieldOfParagraph))]);
    const found = contents.map((content) => foundIn(content, named, wanted));
    const byId = new Map(found.flatMap(({ paragraphs }) => paragraphs).map((paragraph) => [paragraph.id, paragraph]));
    const all = new Set([...ids, ...found.flatMap(othersOf)]);
    return {
      paragraphs: [...all].flatMap((id) => byId.get(id) ?? []),
      ...(wanted.around && { neighbours: Object.fromEntries(found.flatMap(({ neighbours }) => [...neighbours])) }),
      ...(wanted.related && { relations: Object.fromEntries(found.flatMap(({ relations }) => [...relations])) }),
    };
  }
}

function foundIn(content: ExtractedResource, named: ReadonlySet<string>, wanted: Wanted): Found {
  const related = relatedParagraphs(content, named, wanted);
  const { id: rid, title: resourceTitle } = content.resource;
  const { labels: resourceLabels } = indexedResource(content.resource);
  const shown = shownParagraphs(content, new Set([...named, ...othersOf(related)]));
  return { ...related, paragraphs: shown.map((one) => ({ ...one, rid, resourceLabels, resourceTitle })) };
}

/** Surrounding and related paragraphs are in the same field. */
function fieldOfParagraph(paragraphId: string): string {
  return paragraphId.slice(0, Math.max(0, paragraphId.lastIndexOf('/')));
}

function othersOf({ neighbours, relations }: RelatedParagraphs): readonly string[] {
  return [
    ...[...neighbours.values()].flatMap(({ before, after }) => [...before, ...after]),
    ...[...relations.values()].flatMap(({ parents = [], siblings = [], replacements = [] }) => [
      ...parents,
      ...siblings,
      ...replacements,
    ]),
  ];
}
