import { resourcesOf, type StoredParagraph } from '@lectern/contracts/core';
import type { ParagraphsFound, ParagraphsQuery } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { indexedResource, shownParagraphs } from './keyword-record';
import { ResourceLoader } from '../processing/resource-loader';

/** Paragraphs as they are committed, for when the keyword index cannot be asked. */
@Injectable()
export class ParagraphReader {
  constructor(private readonly loader: ResourceLoader) {}

  async read({ kbid, ids }: ParagraphsQuery): Promise<ParagraphsFound> {
    const rids = resourcesOf(ids);
    const found = await Promise.all(rids.map((rid) => this.ofResource(kbid, rid, new Set(ids))));
    const byId = new Map(found.flat().map((paragraph) => [paragraph.id, paragraph]));
    return { paragraphs: ids.flatMap((id) => byId.get(id) ?? []) };
  }

  private async ofResource(kbid: string, rid: string, ids: ReadonlySet<string>): Promise<StoredParagraph[]> {
    const content = await this.loader.withExtracted({ kbid, rid });
    if (!content) return [];
    const { labels: resourceLabels } = indexedResource(content.resource);
    const { title: resourceTitle } = content.resource;
    return shownParagraphs(content, ids).map((shown) => ({ ...shown, rid, resourceLabels, resourceTitle }));
  }
}
