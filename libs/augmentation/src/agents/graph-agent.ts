import { type EntityMention, type Relation, type StoredRelationNode } from '@lectern/contracts/knowledge-box';
import type { GraphOperation } from '@lectern/contracts/understanding';
import type { AgentModel } from './agent-model';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';
import { listSchema, objectsIn, quoted, objectSchema, textIn } from './answer-parts';

const ENTITIES_PER_PART = 200;
const ENTITIES_MAX = 500;
const RELATIONS_MAX = 500;
const POSITIONS_MAX = 100;
const NAME_CHARS_MAX = 250;

const text = { type: 'string' };
const schema = objectSchema('graph', {
  entities: listSchema({ name: text, label: text }),
  relations: listSchema({ source: text, target: text, label: text }),
});

interface NamedEntity {
  readonly name: string;
  readonly label: string;
}

interface NamedRelation {
  readonly source: string;
  readonly target: string;
  readonly label: string;
}

/** Finds entities named in the text and relations stated in it. Entities invented by the model are left out. */
export async function graphOf(operation: GraphOperation, field: AgentText, model: AgentModel): Promise<Found> {
  const found = await model.ofParts(field.text, (part) =>
    model.object(`${instructions(operation)}\n\n${quoted(part)}`, schema, (answer) => ({
      entities: objectsIn(answer, 'entities', ENTITIES_PER_PART).map((one): NamedEntity => {
        return { name: textIn(one, 'name', NAME_CHARS_MAX), label: textIn(one, 'label', NAME_CHARS_MAX) };
      }),
      relations: objectsIn(answer, 'relations', ENTITIES_PER_PART).map((one): NamedRelation => {
        const [source, target] = [textIn(one, 'source', NAME_CHARS_MAX), textIn(one, 'target', NAME_CHARS_MAX)];
        return { source, target, label: textIn(one, 'label', NAME_CHARS_MAX) };
      }),
    })),
  );
  const entities = mentioned(
    operation,
    found.flatMap((one) => one.entities),
    field,
  );
  const groups = new Map(entities.map(({ text: name, label }) => [name, label]));
  const relations = related(
    operation.ident,
    found.flatMap((one) => one.relations),
    groups,
  );
  return { ...foundNothing, entities: entities.length > 0 ? { [operation.ident]: entities } : {}, relations };
}

function mentioned(
  { entity_defs: types }: GraphOperation,
  found: readonly NamedEntity[],
  { text: whole }: AgentText,
): readonly EntityMention[] {
  const points = new CodePointText(whole);
  const byName = new Map(found.map((one) => [one.name, one]));
  return [...byName.values()]
    .filter(({ name, label }) => name !== '' && label !== '' && isWanted(types, label))
    .slice(0, ENTITIES_MAX)
    .flatMap(({ name, label }) => {
      const positions = positionsOf(name, whole).map((index) => {
        const start = points.codePointAt(index);
        return { start, end: start + Array.from(name).length };
      });
      return positions.length > 0 ? [{ text: name, label, positions }] : [];
    });
}

function isWanted(types: GraphOperation['entity_defs'], label: string): boolean {
  return types.length === 0 || types.some((one) => one.label === label);
}

function positionsOf(name: string, whole: string): number[] {
  const starts: number[] = [];
  for (
    let at = whole.indexOf(name);
    at >= 0 && starts.length < POSITIONS_MAX;
    at = whole.indexOf(name, at + name.length)
  )
    starts.push(at);
  return starts;
}

function related(
  ident: string,
  found: readonly NamedRelation[],
  groups: ReadonlyMap<string, string>,
): readonly Relation[] {
  const node = (value: string): StoredRelationNode => ({ value, type: 'entity', group: groups.get(value) ?? '' });
  const unknown = { paragraph_id: null, source_start: null, source_end: null, to_start: null, to_end: null };
  const distinct = new Map(found.map((one) => [JSON.stringify([one.source, one.label, one.target]), one]));
  return [...distinct.values()]
    .filter(
      ({ source, target, label }) => groups.has(source) && groups.has(target) && label !== '' && source !== target,
    )
    .slice(0, RELATIONS_MAX)
    .map(({ source, target, label }) => ({
      relation: 'ENTITY',
      label,
      from: node(source),
      to: node(target),
      metadata: { ...unknown, data_augmentation_task_id: ident },
    }));
}

function instructions({ entity_defs: types, examples }: GraphOperation): string {
  const list = types.map(({ label, description }) => `- ${label}${description ? `: ${description}` : ''}`);
  const wanted = list.length > 0 ? ['Only of these types:', ...list] : [];
  const shown = examples.slice(0, 5).map(({ text: example, entities, relations }) => {
    return `Example: ${example.slice(0, 1_000)}\n${JSON.stringify({ entities, relations })}`;
  });
  const aim =
    'List the entities that the text names, each by the exact words of the text and with its type as label, and the ' +
    'relations between them that it states, each with a short label.';
  return [aim, ...wanted, ...shown].join('\n');
}
