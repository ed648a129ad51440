import type { ResourceEntity } from './resource.entity';

const EXTENSION = /(?<=.)\.\p{L}[\p{L}\p{N}]{0,7}$/u;

/** `report.2026.pdf` becomes `report.2026`; names without an extension are unchanged. */
export function withoutExtension(filename: string): string {
  return filename.replace(EXTENSION, '');
}

/**
 * Names by which users know a resource: its title, then its file name with and without extension, without duplicates.
 */
export function namesOf({ title, origin }: Pick<ResourceEntity, 'title' | 'origin'>): readonly string[] {
  const filename = origin?.filename;
  return filename ? [...new Set([title, filename, withoutExtension(filename)])] : [title];
}
