import { resourceOf, type StoredParagraph } from '@lectern/contracts/core';
import type { CloudLink, Resource } from '@lectern/contracts/knowledge-box';
import type { Projection } from '../results/box-resources';
import { dataOf, fieldIdOf } from './hydrated-resources';

type PagePosition = Pick<StoredParagraph, 'id' | 'kind' | 'page' | 'isTable'>;

/** Download paths of the pictures that belong to a paragraph. */
export interface ParagraphPictures {
  /** The image that the text was extracted from. */
  readonly source?: string;
  /** The page that contains the paragraph. */
  readonly page?: string;
  /** The page that contains the paragraph's table. */
  readonly tablePage?: string;
}

/** Parts of resources to read for the pictures of their files. */
export const picturesProjection: Projection = {
  show: ['values', 'extracted'],
  field_type_filter: ['file'],
  extracted: ['file'],
};

/** The pictures of a paragraph of one of these resources. */
export function paragraphPictures(
  { id, kind, page, isTable }: PagePosition,
  resources: Readonly<Record<string, Resource>>,
): ParagraphPictures {
  const fieldId = fieldIdOf(id);
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

/** The thumbnail of a file. */
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
