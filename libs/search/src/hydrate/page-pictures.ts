import type { StoredParagraph } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { dataOf, fieldOf } from './hydrated-resources';
import type { RequestScope } from '../query/request-scopes';
import { BoxResources } from '../results/box-resources';

type Located = Pick<StoredParagraph, 'id' | 'page' | 'isTable'>;

/** Of which paragraphs pictures are wanted. */
export interface PicturesWanted {
  /** Of all. */
  readonly pages: boolean;
  /** Of tables. */
  readonly tables: boolean;
}

/** Pictures of the pages that paragraphs begin on. */
@Injectable()
export class PagePictures {
  constructor(private readonly resources: BoxResources) {}

  /**
   * Paths below `/api/v1` by the id of the paragraph; only of those whose page has a picture.
   *
   * @throws AppError `unavailable`, `too_large`
   */
  async of(
    scope: RequestScope,
    some: readonly Located[],
    { pages, tables }: PicturesWanted,
  ): Promise<ReadonlyMap<string, string>> {
    // Only files have pages.
    const paragraphs = some.filter(({ id, isTable }) => id.split('/')[1] === 'f' && (pages || (tables && isTable)));
    const ids = paragraphs.map(({ id }) => id);
    const found = await this.resources.read(scope, ids, {
      ...{ show: ['extracted'], field_type_filter: ['file'], extracted: ['file'] },
    });
    return new Map(
      paragraphs.flatMap(({ id, page }) => {
        const path = pathsOfPages(found, id)[page];
        return path ? [[id, path] as const] : [];
      }),
    );
  }
}

/** Paths of the pictures of a file's pages, in the order of the pages. */
function pathsOfPages(resources: Readonly<Record<string, Resource>>, paragraphId: string): readonly string[] {
  const file = dataOf(resources, fieldOf(paragraphId))?.extracted?.file;
  const previews = member(file, 'file_pages_previews');
  const pages = member(previews, 'pages');
  return Array.isArray(pages) ? pages.map((page: unknown) => uriOf(page) ?? '') : [];
}

/** The path of the picture that stands for a file. */
export function thumbnailOf(resources: Readonly<Record<string, Resource>>, fieldId: string): string | undefined {
  return uriOf(member(dataOf(resources, fieldId)?.extracted?.file, 'file_thumbnail'));
}

function uriOf(link: unknown): string | undefined {
  const uri = member(link, 'uri');
  return typeof uri === 'string' && uri !== '' ? uri : undefined;
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
