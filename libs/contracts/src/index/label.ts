/** Longer texts of entities are no names: they become no labels. In UTF-16 units. */
export const ENTITY_LABEL_CHARS_MAX = 200;
/** Of the entities of a field, repeated for each of its paragraphs, in UTF-16 units. */
export const FIELD_LABELS_CHARS_MAX = 64 * 2 ** 20;
/** Of a path of origin, the levels by which it is found; deeper ones are found by the whole path only. */
export const PATH_LEVELS_MAX = 32;
/** The same of all other labels. */
export const LABEL_LEVELS_MAX = 8;

const ENTITY = /^\/e\/[^/]+\/./s;
const ENTITY_GROUP = /^\/e\/[^/]+$/;

/** The label of an entity: its text is one segment, even with slashes. Undefined when it is too long for one. */
export function entityLabel(type: string, text: string): string | undefined {
  return text.length > ENTITY_LABEL_CHARS_MAX ? undefined : `/e/${type}/${text}`;
}

/**
 * Entities that are labels of each of a field's paragraphs: those that come first, as far as all paragraphs together
 * can hold their texts.
 *
 * @param entities the most important ones first
 */
export function entityLabels(
  entities: readonly { readonly label: string; readonly text: string }[],
  paragraphs: number,
): string[] {
  const labels = new Set<string>();
  let chars = 0;
  for (const { label: type, text } of entities) {
    const label = entityLabel(type, text);
    if (!label || labels.has(label)) continue;
    chars += label.length * paragraphs;
    if (chars > FIELD_LABELS_CHARS_MAX) break;
    labels.add(label);
  }
  return [...labels];
}

/**
 * The path under which paragraphs carry a label below `/l` that agents gave their field: what asks for labels of the
 * resource finds it there, and what asks for labels of single paragraphs does not.
 */
export function labelOfField(path: string): string {
  return `/f${path.slice(1)}`;
}

/** Where labels that agents gave a field are looked up for a request for `path`: nowhere unless it is below `/l`. */
export function fieldLabelPaths(path: string): string[] {
  return /^\/l(\/|$)/.test(path) ? [labelOfField(path)] : [];
}

/** Labels as they are shown and counted, once each: those of a field like all others. */
export function shownLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => (label.startsWith('/fl/') ? `/${label.slice('/f'.length)}` : label)))];
}

/** Whether it is the path of entities: of one, of a type, or of all. */
export function isEntityPath(path: string): boolean {
  return path === '/e' || path.startsWith('/e/');
}

/**
 * The path that a filter or a facet means: slashes at its end say nothing, unless they belong to an entity. Empty for
 * what everything lies below.
 */
export function labelPath(label: string): string {
  if (isEntity(label)) return label;
  let end = label.length;
  while (label.charAt(end - 1) === '/') end -= 1;
  return label.slice(0, end);
}

const METADATA_CHARS_MAX = 255;

/** A key or a value of origin metadata as its label has it. */
export function metadataPart(text: string): string {
  return text.slice(0, METADATA_CHARS_MAX);
}

/** The path that a condition means. */
export function carriedPath({
  label,
  isExact = false,
}: {
  readonly label: string;
  readonly isExact?: boolean;
}): string {
  return isExact ? label : labelPath(label);
}

/**
 * A label with what lies above it, from below: `/a/b/c`, `/a/b`, `/a`, so that a path finds what lies below it by
 * equality. They are few: of a deep label, those nearest to the root.
 */
export function withAncestors(label: string): string[] {
  const ends: number[] = [];
  const levelsMax = levelsMaxOf(label);
  for (let end = label.indexOf('/', 1); end > 0 && ends.length < levelsMax; end = label.indexOf('/', end + 1))
    ends.push(end);
  return [label, ...ends.reverse().map((end) => label.slice(0, end))];
}

/** Whether `label` lies directly below `path`, which is as `labelPath` gives it. */
export function isChildLabel(label: string, path: string): boolean {
  if (!label.startsWith(`${path}/`) || label.length === path.length + 1 || isEntity(path)) return false;
  return isEntityGroup(path) || !label.includes('/', path.length + 1);
}

/** Whether `path` has no children, since it is an entity. */
export function isEntity(path: string): boolean {
  return ENTITY.test(path);
}

/** Whether all that lies below `path` lies directly below it, since entities have one segment. */
export function isEntityGroup(path: string): boolean {
  return ENTITY_GROUP.test(path);
}

function levelsMaxOf(label: string): number {
  if (isEntity(label)) return 2;
  return label.startsWith('/p/') ? PATH_LEVELS_MAX : LABEL_LEVELS_MAX;
}
