import { type Constructor, isBetweenHosts, shapeOf } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { type HttpOperation, httpOperations } from '@lectern/gateway';
import fc from 'fast-check';
import { type Known, rightValues } from './right-values';
import { type WrongValue, wrongMembers, wrongValues } from './wrong-values';

/** Who opens the door of an operation. */
export type Opener = 'anyone' | 'user' | 'identity provider' | 'root';

/** A request for an operation of the host of accounts. */
export interface AccountsRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A value that a declaration forbids, and where it is. */
export interface Forbidden extends WrongValue {
  readonly in: 'query' | 'header' | 'body';
}

/** Clients do not send wrong ones. */
const OF_HTTP = new Set(['content-length', 'transfer-encoding']);
/** Longer ones do not fit into the head of a request. */
const TEXT_CHARS_MAX = 7_000;

/** Operations of the hosts `accounts`, `oauth` and `dashboard`. */
export const accountsOperations = httpOperations(allOperations, ['accounts']).filter(
  (operation) => !isBetweenHosts(operation),
);

/** Who may call it. */
export function openerOf({ policy: { credentials, role } }: HttpOperation): Opener {
  if (credentials.includes('scim')) return 'identity provider';
  if (credentials.includes('user')) return [role].flat().includes('ROOT') ? 'root' : 'user';
  return 'anyone';
}

export function isForm({ http }: HttpOperation): boolean {
  return http.bodyKind === 'form';
}

/** Forbidden values that can be written down, one for each request. */
export function forbiddenIn(operation: HttpOperation): readonly Forbidden[] {
  const { query, headers, body, http } = operation;
  if (http.bodyKind === 'file-form') return [];
  const asTexts = (place: Forbidden['in'], type: Constructor): readonly Forbidden[] =>
    shapeOf(type)
      .members.filter(({ name }) => !OF_HTTP.has(name))
      .flatMap(({ name, node }) =>
        wrongValues(node, true)
          .filter(({ value }) => isWritable(value))
          .map((wrong) => ({ ...wrong, value: { [name]: wrong.value }, loc: [name, ...wrong.loc], in: place })),
      );
  const inBody = (type: Constructor): readonly Forbidden[] =>
    isForm(operation) ? asTexts('body', type) : wrongMembers(type).map((one) => ({ ...one, in: 'body' }));
  return [
    ...(query ? asTexts('query', query) : []),
    ...(headers ? asTexts('header', headers) : []),
    ...(body ? inBody(body) : []),
  ];
}

function isWritable(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value) && value !== '' && String(value).length < TEXT_CHARS_MAX;
}

/** Values of rules that made-up texts do not meet. */
const known: Known = {
  'UserChanges.avatar': fc.constantFrom('https://a.example/ada.png', 'data:image/png;base64,iVBORw0KGgo='),
};

/** Requests that a declaration allows, with texts that software gets wrong. */
export function allowedFor({ query, headers, body, http }: HttpOperation): fc.Arbitrary<AccountsRequest> {
  const values = (type: Constructor<object> | undefined) => (type ? rightValues(type, known) : undefined);
  const parts = {
    query: values(query),
    headers: values(headers),
    body: http.bodyKind === 'file-form' ? undefined : values(body),
  };
  const present = Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return fc.record(Object.fromEntries(present)) as fc.Arbitrary<AccountsRequest>; // of exactly these parts
}

/** Members as pairs of texts, lists as several pairs; what is absent is left out. */
export function textPairs(members: unknown): readonly (readonly [string, string])[] {
  return Object.entries(Object(members)).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (one === null || one === undefined) return [];
      return [[name, (typeof one === 'object' ? JSON.stringify(one) : String(one)).toWellFormed()] as const];
    }),
  );
}

/** Where texts of an operation are that a caller chooses, and their names. */
export function textMembersOf(operation: HttpOperation): { readonly in: 'query' | 'body'; readonly names: string[] } {
  const place = isForm(operation) ? 'body' : 'query';
  const type = operation[place];
  const members = type ? shapeOf(type).members : [];
  return { in: place, names: members.filter(({ node }) => node.kind === 'text').map(({ name }) => name) };
}

/** Addresses of another host, in ways that software takes for its own. */
export function redirectTricks(host: string): readonly string[] {
  return [
    `https://${host}`,
    `http://${host}/a?b#c`,
    `//${host}`,
    `///${host}`,
    `/\\${host}`,
    `\\\\${host}`,
    `/\t/${host}`,
    `https:${host}`,
    `https:/${host}`,
    `https:\\\\${host}`,
    `//${host}%2f..`,
    `/%2f%2f${host}`,
    `/%5c${host}`,
    `https://127.0.0.1@${host}/`,
    `https://127.0.0.1%40${host}/`,
    `https://${host}#127.0.0.1`,
    `https://127.0.0.1.${host}/`,
    `HTTPS://${host.toUpperCase()}/`,
    ` https://${host}`,
    `javascript:alert(1)//${host}`,
    ` javascript:alert(1)`,
    `data:text/html,<script>alert(1)</script>`,
    `/\r\nLocation: https://${host}`,
    Buffer.from(JSON.stringify({ came_from: `https://${host}`, login_url: `https://${host}/?attempt=a` })).toString(
      'base64',
    ),
  ];
}
