import { AppError, type Violation } from './core/errors';
import { doorsOf } from './core/door';
import type { Constructor } from './core/input';
import { ExportedResource } from './knowledge-box/transfer-item/transfer-item.dto';
import { ExportedMessage } from './knowledge-box/transfer-message/transfer-message.dto';
import { allOperations } from './operations';
import { wholeBodyOf } from './validation/decorators';
import type { Node } from './validation/node';
import { shapeOf } from './validation/shape';
import { validate } from './validation/validate';

/** No calendar of a client has them: a typed client that is sent one cannot read the answer. */
const offCalendars = [
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '0000-00-00',
  '10000-01-01T00:00:00Z',
  '-0001-01-01',
  '+012024-01-01',
];
const onCalendars = ['0001-01-01', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999999+00:00'];
/** Names of members that say when something is or was. */
const sayWhen = /^(?:created|modified|timestamp|since|until|date|range_\w+_(?:start|end)|from_date|to_date)$/;

/** An instant somewhere in what requests send: a member of a class, and how its value is put together. */
interface Place {
  readonly type: Constructor;
  readonly member: string;
  readonly valueOf: (instant: string) => unknown;
}

/** All classes of requests, and of the frames of box files. */
function classesOfRequests(): readonly Constructor[] {
  const declared = [...allOperations, ...allOperations.flatMap(doorsOf)].flatMap(({ params, query, headers, body }) => [
    params,
    query,
    headers,
    body,
  ]);
  // Classes of objects, as validation takes them.
  const classes = declared.filter((type) => type !== undefined) as readonly Constructor[];
  return [...classes, ExportedResource, ExportedMessage];
}

function classesBelow(node: Node): readonly Constructor[] {
  if (node.kind === 'object') return [node.type()];
  if (node.kind === 'tagged') return Object.values(node.branches).map((type) => type());
  return inner(node).flatMap(([one]) => classesBelow(one));
}

function inner(node: Node): readonly (readonly [Node, (value: unknown) => unknown])[] {
  if (node.kind === 'ruled') return [[node.inner, (value) => value]];
  if (node.kind === 'list') return [[node.item, (value) => [value]]];
  if (node.kind === 'map') return [[node.value, (value) => ({ a: value })]];
  return node.kind === 'union' ? node.branches.map((branch) => [branch, (value: unknown) => value] as const) : [];
}

function instantsBelow(node: Node): readonly ((instant: string) => unknown)[] {
  if (node.kind === 'instant') return [(instant) => instant];
  return inner(node).flatMap(([one, wrap]) =>
    instantsBelow(one).map((valueOf) => (text: string) => wrap(valueOf(text))),
  );
}

/** Every member of every class that a request can contain. */
function membersOfRequests(): readonly { readonly type: Constructor; readonly member: string; readonly node: Node }[] {
  const known = new Set<Constructor>(classesOfRequests());
  const found = [];
  // A set shows what is added while it is walked.
  for (const type of known) {
    const whole = wholeBodyOf(type);
    for (const one of whole ? classesBelow(whole) : []) known.add(one);
    for (const { name: member, node } of whole ? [] : shapeOf(type).members) {
      found.push({ type, member, node });
      for (const one of classesBelow(node)) known.add(one);
    }
  }
  return found;
}

function placesOfInstants(): readonly Place[] {
  return membersOfRequests().flatMap(({ type, member, node }) =>
    instantsBelow(node).map((valueOf) => ({ type, member, valueOf })),
  );
}

/** Violations at the member itself; others are about what this value lacks. */
function violationsAt({ type, member, valueOf }: Place, instant: string): readonly Violation[] {
  try {
    validate(type, { [member]: valueOf(instant) });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // As `invalidRequest` makes it.
    const { detail } = error.details as { readonly detail: readonly Violation[] };
    return detail.filter(({ loc: [first] }) => first === member);
  }
}

describe('an instant that a request says', () => {
  const places = placesOfInstants();
  const named = places.map((place) => [`${place.type.name}.${place.member}`, place] as const);

  it('is found in the classes by their decorators', () => {
    const names = named.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['OriginPayload.created', 'OriginPayload.modified', 'ExportedResource.created']),
    );
    expect(names.length).toBeGreaterThan(30);
  });

  it.each(named)('as %s is of the years 1 to 9999', (_, place) => {
    for (const instant of onCalendars) expect([instant, violationsAt(place, instant)]).toEqual([instant, []]);
    for (const instant of offCalendars) {
      const types = violationsAt(place, instant).map(({ type }) => type);
      expect([instant, types.length > 0 && types]).toEqual([instant, expect.arrayContaining(['datetime_parsing'])]);
    }
  });

  it('has the decorator wherever a text says when something is', () => {
    const texts = membersOfRequests().filter(({ member, node }) => sayWhen.test(member) && isText(node));
    expect(texts.map(({ type, member }) => `${type.name}.${member}`)).toEqual([]);
  });
});

function isText(node: Node): boolean {
  return node.kind === 'text' || (node.kind !== 'list' && inner(node).some(([one]) => isText(one)));
}
