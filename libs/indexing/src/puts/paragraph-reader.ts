import { resourcesOf, type StoredParagraph } from '@lectern/contracts/core';
import type { ParagraphsFound, ParagraphsQuery } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { indexedResource, shownParagraphs } from './keyword-record';
import { type RelatedParagraphs, relatedParagraphs } from './related-paragraphs';
import { ResourceLoader } from '../processing/resource-loader';

interface Found extends RelatedParagraphs {
  readonly paragraphs: readonly StoredParagraph[];
}

const nothing: Found = { paragraphs: [], neighbours: new Map(), relations: new Map() };

/** Paragraphs as they are committed, for when the keyword index cannot be asked, or cannot say what is around them. */
@Injectable()
export class ParagraphReader {
  constructor(private readonly loader: ResourceLoader) {}

  async read({ kbid, ids, ...wanted }: ParagraphsQuery): Promise<ParagraphsFound> {
    const found = await Promise.all(resourcesOf(ids).map((rid) => this.ofResource(rid, { kbid, ids, ...wanted })));
    const byId = new Map(found.flatMap(({ paragraphs }) => paragraphs).map((paragraph) => [paragraph.id, paragraph]));
    const all = new Set([...ids, ...found.flatMap(othersOf)]);
    return {
      paragraphs: [...all].flatMap((id) => byId.get(id) ?? []),
      ...(wanted.around && { neighbours: Object.fromEntries(found.flatMap(({ neighbours }) => [...neighbours])) }),
      ...(wanted.related && { relations: Object.fromEntries(found.flatMap(({ relations }) => [...relations])) }),
    };
  }

  private async ofResource(rid: string, { kbid, ids, ...wanted }: ParagraphsQuery): Promise<Found> {
    const content = await this.loader.withExtracted({ kbid, rid });
    if (!content) return nothing;
    const named = new Set(ids);
    const related = relatedParagraphs(content, named, wanted);
    const { labels: resourceLabels } = indexedResource(content.resource);
    const { title: resourceTitle } = content.resource;
    const shown = shownParagraphs(content, new Set([...named, ...othersOf(related)]));
    return { ...related, paragraphs: shown.map((one) => ({ ...one, rid, resourceLabels, resourceTitle })) };
  }
}

function othersOf({ neighbours, relations }: RelatedParagraphs): readonly string[] {
  return [
    ...[...neighbours.values()].flatMap(({ before, after }) => [...before, ...after]),
    ...[...relations.values()].flatMap(({ parents = [], siblings = [], replacements = [] }) => [
      ...[...parents, ...siblings, ...replacements],
    ]),
  ];
}
