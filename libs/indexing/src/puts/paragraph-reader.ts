import { resourcesOf, type StoredParagraph } from '@lectern/contracts/core';
import type { ParagraphNeighbours, ParagraphsFound, ParagraphsQuery } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { indexedResource, neighboursOf, shownParagraphs } from './keyword-record';
import { ResourceLoader } from '../processing/resource-loader';

interface Found {
  readonly paragraphs: readonly StoredParagraph[];
  readonly neighbours: ReadonlyMap<string, ParagraphNeighbours>;
}

const nothing: Found = { paragraphs: [], neighbours: new Map() };

/** Paragraphs as they are committed, for when the keyword index cannot be asked, or cannot say what is around them. */
@Injectable()
export class ParagraphReader {
  constructor(private readonly loader: ResourceLoader) {}

  async read({ kbid, ids, around }: ParagraphsQuery): Promise<ParagraphsFound> {
    const found = await Promise.all(resourcesOf(ids).map((rid) => this.ofResource(rid, { kbid, ids, around })));
    const byId = new Map(found.flatMap(({ paragraphs }) => paragraphs).map((paragraph) => [paragraph.id, paragraph]));
    const neighbours = found.flatMap((one) => [...one.neighbours]);
    const all = new Set([...ids, ...neighbours.flatMap(([, { before, after }]) => [...before, ...after])]);
    return {
      paragraphs: [...all].flatMap((id) => byId.get(id) ?? []),
      ...(around && { neighbours: Object.fromEntries(neighbours) }),
    };
  }

  private async ofResource(rid: string, { kbid, ids, around }: ParagraphsQuery): Promise<Found> {
    const content = await this.loader.withExtracted({ kbid, rid });
    if (!content) return nothing;
    const named = new Set(ids);
    const neighbours = around ? neighboursOf(content, named, around) : nothing.neighbours;
    const near = [...neighbours.values()].flatMap(({ before, after }) => [...before, ...after]);
    const { labels: resourceLabels } = indexedResource(content.resource);
    const { title: resourceTitle } = content.resource;
    const shown = shownParagraphs(content, new Set([...named, ...near]));
    return { neighbours, paragraphs: shown.map((one) => ({ ...one, rid, resourceLabels, resourceTitle })) };
  }
}
