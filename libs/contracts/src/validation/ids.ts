import { IsString } from 'class-validator';
import type { Constructor } from '../core/input';
import { asUuid } from '../core/uuid';

/** Targets of policies, and what is in them, that a path can name. */
export type IdTarget = 'kb' | 'account' | 'agent' | 'session';

/** How an id is read, and what it names. */
export interface IdKind {
  /** The id in the one form that is used inside; undefined for a text that is no id. */
  readonly read: (written: string) => string | undefined;
  /** `detail` of the 404 for a text that is no id. */
  readonly unreadable: string;
  /**
   * The `on` of the policies whose target has this id; `session` for a session of an agent, which some credentials are
   * made for; absent for ids of other objects within a target.
   */
  readonly target?: IdTarget;
}

/** A parameter of a path that is an id. */
export interface IdParameter extends IdKind {
  /** Name of the parameter. */
  readonly name: string;
}

const declared = new WeakMap<object, readonly IdParameter[]>();

/** Declares a parameter of a path to be an id of a kind. */
export function declareId(kind: IdKind): PropertyDecorator {
  const isText = IsString();
  return (prototype, name) => {
    isText(prototype, name);
    declared.set(prototype, [...(declared.get(prototype) ?? []), { ...kind, name: String(name) }]);
  };
}

/** Id of the knowledge box that policies `on: 'kb'` are held on: a UUID in either form, with hyphens inside. */
export const KnowledgeBoxId = (): PropertyDecorator =>
  declareId({ read: asUuid, unreadable: 'KnowledgeBox not found. UUID expected.', target: 'kb' });

/** Id of a resource: a UUID in either form, without hyphens inside. */
export const ResourceId = (): PropertyDecorator =>
  declareId({ read: (id) => asUuid(id)?.replaceAll('-', ''), unreadable: 'Resource not found. UUID expected.' });

/** Id or slug of the account that policies `on: 'account'` are held on; operations get its id. */
export const AccountIdOrSlug = (): PropertyDecorator =>
  declareId({ read: (name) => name, unreadable: 'Account does not exist', target: 'account' });

/** Id of the agent that policies `on: 'agent'` are held on: a UUID in either form, with hyphens inside. */
export const AgentId = (): PropertyDecorator =>
  declareId({ read: asUuid, unreadable: 'Agent not found. UUID expected.', target: 'agent' });

/** Id or slug of a session of the agent that policies `on: 'agent'` are held on. */
export const SessionName = (): PropertyDecorator =>
  declareId({ read: (name) => name, unreadable: 'Session not found', target: 'session' });

/** The ids among the parameters of a class and of those that it extends, as their decorators say. */
export function idParametersOf(type: Constructor<unknown> | undefined): readonly IdParameter[] {
  const found: IdParameter[] = [];
  for (let at: unknown = type?.prototype; at instanceof Object; at = Object.getPrototypeOf(at))
    found.push(...(declared.get(at) ?? []));
  return found;
}
