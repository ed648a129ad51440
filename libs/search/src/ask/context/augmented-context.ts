import type { AugmentedBlock, AugmentedContext } from '@lectern/contracts/search';
import type { ContextImage } from '@lectern/contracts/understanding';
import type { ContextEntry } from './context-entry';

const CALLERS = /^(USER_(IMAGE_)?CONTEXT_\d+|QUERY_IMAGE)$/;

/**
 * The part of the context that strategies added to the results, and the cited texts that the caller sent.
 *
 * @param cited keys of the context that the answer names
 */
export function augmentedContext(
  entries: readonly ContextEntry[],
  images: readonly ContextImage[],
  cited: ReadonlySet<string>,
): AugmentedContext {
  const blocks = entries.flatMap(({ key, text, augmentation }) => {
    if (!augmentation) return [];
    const { isField, type, position, parent } = augmentation;
    const block: AugmentedBlock = {
      id: key,
      text,
      ...(position && { position }),
      ...(parent !== undefined && { parent }),
      augmentation_type: type,
    };
    return [{ isField, block }];
  });
  const given = entries.filter(({ key }) => CALLERS.test(key) && cited.has(key));
  const pictures = images.flatMap(({ key = '', contentType }) =>
    CALLERS.test(key) && cited.has(key) ? [{ key, text: contentType }] : [],
  );
  return {
    paragraphs: byId([
      ...[...given, ...pictures].map(({ key, text }) => ({
        id: key,
        text,
        augmentation_type: 'field_extension' as const,
      })),
      ...blocks.filter(({ isField }) => !isField).map(({ block }) => block),
    ]),
    fields: byId(blocks.filter(({ isField }) => isField).map(({ block }) => block)),
  };
}

function byId(blocks: readonly AugmentedBlock[]): Readonly<Record<string, AugmentedBlock>> {
  return Object.fromEntries(blocks.map((block) => [block.id, block]));
}
