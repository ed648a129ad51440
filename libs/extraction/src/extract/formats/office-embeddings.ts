import type { Archive } from '../archive';
import { CompoundFile, isCompoundFile } from '../compound-file';
import { embeddedObjects } from '../embedded-objects';
import type { ReadContext } from '../reader';
import { partRelations } from './office-relations';

/** Files within an Office Open XML file. The tables of charts are not among them: charts are written as such. */
export async function readEmbeddings(archive: Archive, { nested }: ReadContext): Promise<void> {
  const behindCharts = new Set(
    archive.entries
      .filter(({ name }) => /\/charts\/[^/]+\.xml$/.test(name))
      .flatMap(({ name }) => partRelations(name, archive).map(({ target }) => target)),
  );
  for (const { name } of archive.entries) {
    if (!/^(word|ppt|xl)\/embeddings\/[^/]+$/.test(name) || behindCharts.has(name)) continue;
    const bytes = archive.read(name);
    const filename = name.slice(name.lastIndexOf('/') + 1);
    for (const part of bytes ? filesWithin(bytes) : []) await nested({ filename, ...part });
  }
}

/** A document as it is, or what an object of Windows packs. */
function filesWithin(bytes: Uint8Array): readonly { readonly bytes: Uint8Array; readonly filename?: string }[] {
  if (!isCompoundFile(bytes)) return [{ bytes }];
  try {
    const objects = [...embeddedObjects(new CompoundFile(bytes))].map(({ bytes: content, filename }) =>
      filename === undefined ? { bytes: content } : { bytes: content, filename },
    );
    return objects.length > 0 ? objects : [{ bytes }];
  } catch {
    return [{ bytes }];
  }
}
