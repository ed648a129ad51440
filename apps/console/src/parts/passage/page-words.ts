import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { PlacedText } from './word-boxes';

interface PageWords {
  readonly words: readonly PlacedText[];
  readonly pageWidth: number;
}

/** The words of a page with their places, as far as processing knows them. */
export function pageWords(file: Readonly<Record<string, unknown>> | undefined, page: number): PageWords | undefined {
  const previews = file?.['file_pages_previews'];
  const structures: unknown =
    typeof previews === 'object' && previews !== null ? Reflect.get(previews, 'structures') : undefined;
  const structure: unknown = Array.isArray(structures) ? structures[page] : undefined;
  if (!isStructure(structure) || structure.tokens.length === 0) return undefined;
  return { words: structure.tokens, pageWidth: structure.page.width };
}

function isStructure(value: unknown): value is PageStructure {
  return typeof value === 'object' && value !== null && 'page' in value && 'tokens' in value;
}
