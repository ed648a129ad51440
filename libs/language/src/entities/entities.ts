import { countryNames } from './gazetteer';
import type { Mention, Mentions } from './mention';
import { nameMentions } from './names';
import { patternMentions } from './patterns';

/** Languages that capitalise names, and for which the rules were made. */
const cased = new Set(
  'en es fr de it pt ca gl nl sv da no nb nn fi pl cs sk sl hr ro hu et lv lt is ga cy eu sq tr id ms tl af'.split(' '),
);

/**
 * Mentions of entities in a text, in UTF-16 offsets. A name inside another one is omitted.
 *
 * @param people full names from before this text
 */
export function mentionsIn(text: string, language: string, people: readonly string[] = []): Mentions {
  const patterns = patternMentions(text, language);
  const isCased = cased.has(language) || language === '';
  const names = isCased ? nameMentions(text, language, people) : countryMentions(text, language);
  return {
    mentions: withoutOverlaps(patterns.mentions.concat(names.mentions)),
    isCut: patterns.isCut || names.isCut,
  };
}

/** Scripts without capital letters do not mark names, but names of countries are known. */
function countryMentions(text: string, language: string): Mentions {
  const names = [...countryNames(language)].filter((name) => name.length >= 2 && /^\p{Lo}/u.test(name));
  if (names.length === 0) return { mentions: [], isCut: false };
  names.sort((one, other) => other.length - one.length);
  const mentions: Mention[] = [];
  for (const { 0: name, index } of text.matchAll(new RegExp(names.join('|'), 'gu'))) {
    if (mentions.length >= COUNTRIES_MAX) return { mentions, isCut: true };
    mentions.push({ start: index, end: index + name.length, label: 'GPE', name });
  }
  return { mentions, isCut: false };
}

const COUNTRIES_MAX = 100_000;

/** Of overlapping mentions the longest is kept; of equally long ones the first, and patterns before others. */
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
