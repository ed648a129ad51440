import { CodePointMap } from '@lectern/text';
import { countryNames } from './gazetteer';
import type { Entity, Mention } from './mention';
import { nameMentions } from './names';
import { patternMentions } from './patterns';

/** Different things of one field at most; more would only be dropped when indexed. */
export const ENTITIES_MAX = 4_000;
const POSITIONS_MAX = 1_000;
/** What is read for names: enough to know what a document is about. */
const READ_CHARS_MAX = 4_000_000;

/** Languages that write names large, and for which the rules were made. */
const cased = new Set(
  'en es fr de it pt ca gl nl sv da no nb nn fi pl cs sk sl hr ro hu et lv lt is ga cy eu sq tr id ms tl af'.split(' '),
);

/** What a text names, most frequent first; see Entity. A name that lies within another is left out. */
export function findEntities(text: string, language: string): Entity[] {
  const read = text.slice(0, READ_CHARS_MAX);
  const patterns = patternMentions(read, language);
  const names = cased.has(language) || language === '' ? nameMentions(read, language) : countryMentions(read, language);
  return gathered(withoutOverlaps([...patterns, ...names]), new CodePointMap(text));
}

/** Scripts without capital letters do not show names; those of countries are known all the same. */
function countryMentions(text: string, language: string): Mention[] {
  const names = [...countryNames(language)].filter((name) => name.length >= 2 && /^\p{Lo}/u.test(name));
  if (names.length === 0) return [];
  names.sort((one, other) => other.length - one.length);
  return [...text.matchAll(new RegExp(names.join('|'), 'gu'))].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    label: 'GPE',
    name,
  }));
}

/** Of mentions that overlap the longest stays; of equal ones the first, and patterns come first. */
function withoutOverlaps(mentions: readonly Mention[]): Mention[] {
  const sorted = mentions
    .map((mention, order) => ({ mention, order }))
    .sort(
      (one, other) =>
        one.mention.start - other.mention.start || other.mention.end - one.mention.end || one.order - other.order,
    )
    .map(({ mention }) => mention);
  const kept: Mention[] = [];
  for (const mention of sorted) {
    const last = kept.at(-1);
    if (!last || mention.start >= last.end) kept.push(mention);
    else if (mention.end - mention.start > last.end - last.start) kept[kept.length - 1] = mention;
  }
  return kept;
}

function gathered(mentions: readonly Mention[], map: CodePointMap): Entity[] {
  const found = new Map<
    string,
    { text: string; label: Mention['label']; positions: { start: number; end: number }[] }
  >();
  for (const { start, end, label, name } of mentions) {
    const key = `${label}/${name.toLowerCase()}`;
    const entity = found.get(key) ?? { text: name, label, positions: [] };
    found.set(key, entity);
    if (entity.positions.length < POSITIONS_MAX) {
      entity.positions.push({ start: map.toCodePoint(start), end: map.toCodePoint(end) });
    }
  }
  const entities = [...found.values()].sort((one, other) => other.positions.length - one.positions.length);
  return entities.slice(0, ENTITIES_MAX);
}
