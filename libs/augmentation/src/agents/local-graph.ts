import { setImmediate } from 'node:timers/promises';
import type { EntityMention, Relation } from '@lectern/contracts/knowledge-box';
import type { GraphOperation } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';
import { recognize } from '@lectern/understanding';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';

const ENTITIES_MAX = 500;
const RELATIONS_MAX = 500;
const POSITIONS_MAX = 100;
/** Characters between two names that a relation may be stated with. */
const BETWEEN_CHARS_MAX = 60;
/** Code points that are read at once. */
const PIECE_CHARS = 3_000;

/** English phrases between two names, and the relation that they state. */
const statements: readonly { readonly label: string; readonly says: RegExp }[] = [
  { label: 'works for', says: /^,? ?(?:who )?(?:works|worked|is working) (?:for|at)\b(?: the)?$/i },
  {
    label: 'leads',
    says: /^,?(?: is| was)?(?: the| a)? ?(?:chief executive|ceo|director|president|chair(?:man|woman)?|head|founder)(?: officer)? of(?: the)?$/i,
  },
  { label: 'founded', says: /^(?:,? who)? ?(?:co-?)?founded(?: the)?$/i },
  { label: 'founded by', says: /^,? ?(?:was |were |is )?(?:co-?)?founded by$/i },
  { label: 'acquired', says: /^,? ?(?:has )?(?:acquired|bought|took over)(?: the)?$/i },
  { label: 'acquired by', says: /^,? ?(?:was |is |were )?(?:acquired|bought) by(?: the)?$/i },
  { label: 'born in', says: /^,? ?(?:was )?born in$/i },
  { label: 'lives in', says: /^,? ?(?:who )?(?:lives|lived|resides) in$/i },
  { label: 'located in', says: /^,? ?(?:is |was |lies )?(?:located |based |situated |headquartered )?in(?: the)?$/i },
  { label: 'part of', says: /^,? ?(?:is |was )?(?:a |the )?(?:part|subsidiary|division|member) of(?: the)?$/i },
  { label: 'married to', says: /^,? ?(?:is |was )?(?:married to|married)$/i },
  { label: 'wrote', says: /^,? ?(?:who )?wrote$/i },
];

interface Mention {
  readonly text: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** A part of a text that is read at once. */
interface Piece {
  readonly text: string;
  /** Its position, in code points. */
  readonly start: number;
}

/**
 * Finds entities and relations without a language model: names by rules and lists, and those of the examples; relations
 * where an English phrase between two names of a sentence states one. Others run between the pieces of a long text.
 */
export async function localGraph(operation: GraphOperation, text: AgentText, signal?: AbortSignal): Promise<Found> {
  const mentions: Mention[] = [];
  const relations = new Map<string, Relation>();
  for (const piece of piecesOf(text)) {
    await setImmediate(undefined, signal && { signal });
    const found = withoutOverlaps([
      ...exampleMentions(operation, piece.text),
      ...recognizedMentions(operation, piece.text),
    ]);
    for (const [key, one] of relationsOf(operation.ident, piece, found))
      if (relations.size < RELATIONS_MAX) relations.set(key, one);
    mentions.push(...found.map((one) => shifted(one, piece.start)));
  }
  const entities = entitiesOf(mentions);
  return {
    ...foundNothing,
    entities: entities.length > 0 ? { [operation.ident]: entities } : {},
    relations: [...relations.values()],
  };
}

/** Paragraphs, in pieces of bounded length; a text without paragraphs is one. */
function* piecesOf({ text, paragraphs }: AgentText): Generator<Piece> {
  const points = new CodePointText(text);
  const all = paragraphs.length > 0 ? paragraphs : [{ start: 0, end: codePointLength(text) }];
  for (const { start, end } of all)
    for (let at = start; at < end; at += PIECE_CHARS)
      yield { text: points.slice(at, Math.min(end, at + PIECE_CHARS)), start: at };
}

function shifted(mention: Mention, by: number): Mention {
  return { ...mention, start: mention.start + by, end: mention.end + by };
}

/** Of the wanted types, which are compared without case. */
function recognizedMentions({ entity_defs: types }: GraphOperation, text: string): readonly Mention[] {
  const wanted = new Map(types.map(({ label }) => [label.toLowerCase(), label]));
  return recognize(text, false).tokens.flatMap(({ text: name, ner, start, end }) => {
    const label = types.length === 0 ? ner : wanted.get(ner.toLowerCase());
    return label === undefined ? [] : [{ text: name, label, start, end }];
  });
}

/** Names of the examples, wherever the text has them as whole words. */
function exampleMentions({ examples, entity_defs: types }: GraphOperation, text: string): readonly Mention[] {
  const points = new CodePointText(text);
  const labels = new Set(types.map(({ label }) => label));
  const known = new Map(examples.flatMap(({ entities }) => entities.map(({ name, label }) => [name, label] as const)));
  const found: Mention[] = [];
  for (const [name, label] of known) {
    if (name === '' || (labels.size > 0 && !labels.has(label))) continue;
    let count = 0;
    for (let at = text.indexOf(name); at >= 0 && count < POSITIONS_MAX; at = text.indexOf(name, at + name.length)) {
      if (isLetter(text[at - 1]) || isLetter(text[at + name.length])) continue;
      const start = points.codePointAt(at);
      found.push({ text: name, label, start, end: start + Array.from(name).length });
      count += 1;
    }
  }
  return found;
}

/** Earlier ones of the list take precedence; the result is in the order of the text. */
function withoutOverlaps(mentions: readonly Mention[]): readonly Mention[] {
  const sorted = mentions
    .map((one, rank) => ({ ...one, rank }))
    .toSorted((a, b) => a.start - b.start || a.rank - b.rank);
  const kept: (Mention & { readonly rank: number })[] = [];
  for (const one of sorted) {
    const last = kept.at(-1);
    if (!last || last.end <= one.start) kept.push(one);
    else if (one.rank < last.rank) kept[kept.length - 1] = one;
  }
  return kept;
}

function entitiesOf(mentions: readonly Mention[]): readonly EntityMention[] {
  const groups = Map.groupBy(mentions, ({ text, label }) => JSON.stringify([text, label]));
  return [...groups.values()].slice(0, ENTITIES_MAX).flatMap((own) => {
    const [first] = own;
    const positions = own.slice(0, POSITIONS_MAX).map(({ start, end }) => ({ start, end }));
    return first ? [{ text: first.text, label: first.label, positions }] : [];
  });
}

/** Relations that a piece states, by what they say. */
function relationsOf(
  ident: string,
  { text, start }: Piece,
  mentions: readonly Mention[],
): ReadonlyMap<string, Relation> {
  const points = new CodePointText(text);
  const distinct = new Map<string, Relation>();
  for (const [at, source] of mentions.entries()) {
    const target = mentions[at + 1];
    if (!target) break;
    if (target.start - source.end > BETWEEN_CHARS_MAX || source.text === target.text) continue;
    const phrase = points.slice(source.end, target.start).replaceAll(/\s+/g, ' ').trim();
    const stated = statements.find(({ says }) => says.test(phrase));
    if (!stated) continue;
    const ends = [shifted(source, start), shifted(target, start)] as const;
    distinct.set(JSON.stringify([source.text, stated.label, target.text]), relation(ident, stated.label, ends));
  }
  return distinct;
}

function relation(ident: string, label: string, [source, target]: readonly [Mention, Mention]): Relation {
  const node = ({ text, label: group }: Mention) => ({ value: text, type: 'entity' as const, group });
  const [from, to] = [node(source), node(target)];
  const { start: source_start, end: source_end } = source;
  const { start: to_start, end: to_end } = target;
  const places = { paragraph_id: null, source_start, source_end, to_start, to_end };
  return { relation: 'ENTITY', label, from, to, metadata: { ...places, data_augmentation_task_id: ident } };
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}
