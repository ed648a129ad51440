import { fileNameBeside } from '../../parts/file-name';
import type { FindParagraph, FindResults } from '@lectern/contracts/search';

/** A resource of the results with its paragraphs, best first. */
export interface FoundResource {
  readonly id: string;
  readonly title: string;
  /** Name of its file, where the title does not say it. */
  readonly filename: string | undefined;
  readonly icon: string;
  readonly created: string | undefined;
  readonly paragraphs: readonly FindParagraph[];
}

/** Results grouped by resource, in the order of the best paragraph of each. */
export function foundResources({ resources }: Pick<FindResults, 'resources'>): readonly FoundResource[] {
  return Object.entries(resources)
    .map(([id, { title, icon, created, origin, fields }]) => {
      const paragraphs = Object.values(fields)
        .flatMap((field) => Object.values(field.paragraphs))
        .sort((one, other) => one.order - other.order);
      return {
        id,
        title: title || id,
        filename: fileNameBeside(title ?? '', origin?.filename),
        icon: icon ?? '',
        created: created ?? undefined,
        paragraphs,
      };
    })
    .filter(({ paragraphs }) => paragraphs.length > 0)
    .sort((one, other) => (one.paragraphs[0]?.order ?? 0) - (other.paragraphs[0]?.order ?? 0));
}
