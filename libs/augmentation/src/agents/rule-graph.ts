import type { EntityMention, Relation, StoredRelationNode } from '@lectern/contracts/knowledge-box';
import type { GraphOperation } from '@lectern/contracts/understanding';
import { mentionsIn } from '@lectern/language';
import {
  CodePointMap,
  detectLanguage,
  foldedWords,
  foldText,
  RELIABLE_CONFIDENCE,
  splitSentences,
} from '@lectern/text';
import { type Found, foundNothing } from './agent-findings';
import type { AgentText } from './agent-text';

const ENTITIES_MAX = 500;
const RELATIONS_MAX = 500;
const POSITIONS_MAX = 100;
/** Words between two names that can say how they are related. */
const BETWEEN_WORDS_MAX = 6;

/** Types of the rules under other names that tasks use. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  PERSON: ['person', 'people', 'human', 'name', 'author', 'employee', 'customer'],
  ORG: ['org', 'organization', 'organisation', 'company', 'institution', 'employer', 'business'],
  GPE: ['gpe', 'place', 'location', 'city', 'country', 'state', 'region', 'loc'],
  DATE: ['date', 'time', 'day', 'year'],
  MONEY: ['money', 'amount', 'price', 'cost'],
};

interface RuleMention {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly label: string;
}

/**
 * Names that the rules of processing recognise, and relations between names that follow each other in a sentence: the
 * words between them say which. Types that a task defines are matched by their names, so that others are not found.
 */
export function ruleGraph({ ident, entity_defs: types }: GraphOperation, { text }: AgentText): Found {
  const { language: detected, confidence } = detectLanguage(text);
  const language = confidence >= RELIABLE_CONFIDENCE ? detected : '';
  const points = new CodePointMap(text);
  const mentions = mentionsIn(text, language).mentions.flatMap(({ start, end, label }): RuleMention[] => {
    const type = typeOf(label, types);
    return type === undefined ? [] : [{ start, end, name: text.slice(start, end), label: type }];
  });
  const byName = [...Map.groupBy(mentions, ({ name, label }) => JSON.stringify([label, name])).values()];
  const entities = byName.slice(0, ENTITIES_MAX).flatMap((own): EntityMention[] => {
    const [first] = own;
    const positions = own.slice(0, POSITIONS_MAX).map(({ start, end }) => {
      return { start: points.toCodePoint(start), end: points.toCodePoint(end) };
    });
    return first ? [{ text: first.name, label: first.label, positions }] : [];
  });
  if (entities.length === 0) return foundNothing;
  return {
    ...foundNothing,
    entities: { [ident]: entities },
    relations: relationsBetween(ident, text, { mentions, language }),
  };
}

function typeOf(label: string, types: GraphOperation['entity_defs']): string | undefined {
  if (types.length === 0) return label;
  const names = new Set([label.toLowerCase(), ...(synonyms[label] ?? [])]);
  return types.find((one) =>
    foldedWords(foldText(one.label)).some((word) => names.has(word) || names.has(word.replace(/s$/, ''))),
  )?.label;
}

function relationsBetween(
  ident: string,
  text: string,
  { mentions, language }: { readonly mentions: readonly RuleMention[]; readonly language: string },
): readonly Relation[] {
  const found = new Map<string, Relation>();
  let at = 0;
  for (const sentence of splitSentences(text, language)) {
    const start = text.indexOf(sentence.text, at);
    if (start < 0) continue;
    at = start + sentence.text.length;
    const own = mentions.filter((one) => one.start >= start && one.end <= at);
    for (const [number, source] of own.entries()) {
      const target = own[number + 1];
      const label = target && wordsBetween(text.slice(source.end, target.start));
      if (!target || label === undefined || source.name === target.name) continue;
      const relation = relationOf(ident, { source, target, label });
      if (found.size < RELATIONS_MAX) found.set(JSON.stringify([source.name, label, target.name]), relation);
    }
  }
  return [...found.values()];
}

/** The words that link two names; undefined where there are none, too many, or a list goes on. */
function wordsBetween(between: string): string | undefined {
  if (/[.;:!?()[\]"]/.test(between) || /^\s*(?:,|and\b|or\b|und\b|oder\b|y\b|o\b|et\b|ou\b)/i.test(between))
    return undefined;
  const words = between
    .replaceAll(',', ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length === 0 || words.length > BETWEEN_WORDS_MAX ? undefined : words.join(' ');
}

function relationOf(
  ident: string,
  { source, target, label }: { readonly source: RuleMention; readonly target: RuleMention; readonly label: string },
): Relation {
  const node = ({ name, label: group }: RuleMention): StoredRelationNode => ({ value: name, type: 'entity', group });
  const unknown = { paragraph_id: null, source_start: null, source_end: null, to_start: null, to_end: null };
  const metadata = { ...unknown, data_augmentation_task_id: ident };
  return { relation: 'ENTITY', label, from: node(source), to: node(target), metadata };
}
