import type { ResourceEntity } from './resource.entity';

const EXTENSION = /(?<=.)\.\p{L}[\p{L}\p{N}]{0,7}$/u;

/** `report.2026.pdf` is `report.2026`; what has no extension stays. */
export function withoutExtension(filename: string): string {
  return filename.replace(EXTENSION, '');
}

/** What people call a resource: its title, then the name of its file with the extension and without, each once. */
export function namesOf({ title, origin }: Pick<ResourceEntity, 'title' | 'origin'>): readonly string[] {
  const filename = origin?.filename;
  return filename ? [...new Set([title, filename, withoutExtension(filename)])] : [title];
}
