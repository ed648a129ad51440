import { resourceOf, type StoredParagraph } from '@lectern/contracts/core';
import type { CloudLink, Resource } from '@lectern/contracts/knowledge-box';
import type { Projection } from '../results/box-resources';
import { dataOf, fieldOf } from './hydrated-resources';

type Placed = Pick<StoredParagraph, 'id' | 'kind' | 'page' | 'isTable'>;

/** Pictures that belong to a paragraph, as paths of downloads. */
export interface ParagraphPictures {
  /** What the text was read from. */
  readonly source?: string;
  /** The page that it is on. */
  readonly page?: string;
  /** The page that it is on, of a table. */
  readonly tablePage?: string;
}

/** What has to be read of resources to know the pictures of their files. */
export const picturesProjection: Projection = {
  show: ['values', 'extracted'],
  field_type_filter: ['file'],
  extracted: ['file'],
};

/** Which pictures belong to a paragraph of one of these resources. */
export function paragraphPictures(
  { id, kind, page, isTable }: Placed,
  resources: Readonly<Record<string, Resource>>,
): ParagraphPictures {
  const fieldId = fieldOf(id);
  const data = resources[resourceOf(id)] && dataOf(resources, fieldId);
  if (!data) return {};
  const pageUri = pagesOf(data.extracted?.file)[page]?.uri;
  const source = kind === 'OCR' ? (pageUri ?? pictureItself(data.value)) : undefined;
  return {
    ...(source && { source }),
    ...(pageUri && { page: pageUri }),
    ...(pageUri && isTable && { tablePage: pageUri }),
  };
}

/** The picture that stands for a file. */
export function thumbnailOf(resources: Readonly<Record<string, Resource>>, fieldId: string): string | undefined {
  const link = dataOf(resources, fieldId)?.extracted?.file?.['file_thumbnail'];
  return isLink(link) ? link.uri : undefined;
}

function pagesOf(file: Readonly<Record<string, unknown>> | undefined): readonly CloudLink[] {
  const previews = file?.['file_pages_previews'];
  const pages = typeof previews === 'object' && previews !== null && 'pages' in previews ? previews.pages : [];
  return Array.isArray(pages) ? pages.filter(isLink) : [];
}

function pictureItself(value: unknown): string | undefined {
  const file = typeof value === 'object' && value !== null && 'file' in value ? value.file : undefined;
  return isLink(file) && file.content_type.startsWith('image/') && file.uri !== '' ? file.uri : undefined;
}

function isLink(link: unknown): link is CloudLink {
  return typeof link === 'object' && link !== null && 'uri' in link && 'content_type' in link;
}
