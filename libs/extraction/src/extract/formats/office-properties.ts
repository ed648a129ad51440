import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';

const PART_BYTES_MAX = 256 * 1024;

/** Title, description and language of an Office Open XML document. */
export function readOfficeProperties(archive: Archive, document: DocumentBuilder): void {
  const part = archive.entries.find(
    ({ name, sizeBytes }) => name === 'docProps/core.xml' && sizeBytes < PART_BYTES_MAX,
  );
  const bytes = part && archive.read(part.name);
  if (!bytes) return;
  const xml = new TextDecoder().decode(bytes);
  document.describe({
    title: element(xml, 'dc:title'),
    description: element(xml, 'dc:description') ?? element(xml, 'dc:subject'),
    language: element(xml, 'dc:language'),
  });
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}(?:\\s[^<>]{0,1000})?>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
};
