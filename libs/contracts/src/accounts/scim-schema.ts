import { isObject } from '../core/json-object';

/** Ids of the schemas of SCIM 2.0 that are in use here. */
export const scimSchema = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  configuration: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** An attribute of a resource, as RFC 7643 describes it. */
export interface ScimAttribute {
  /** As it is written; clients may write it in any case. */
  readonly name: string;
  /** Of one value. */
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'binary' | 'any';
  /** Whether it is a list. */
  readonly many?: true;
  /** Attributes of a complex one. */
  readonly parts?: readonly ScimAttribute[];
  /** Whether clients cannot write it. */
  readonly readOnly?: true;
  /** Whether a resource must have it. */
  readonly required?: true;
  /** Whether no two resources of an account share it. */
  readonly unique?: true;
}

const texts = (...names: readonly string[]): readonly ScimAttribute[] =>
  names.map((name) => ({ name, type: 'string' }) as const);

const value: ScimAttribute = { name: 'value', type: 'string' };
const labels: readonly ScimAttribute[] = [...texts('display', 'type'), { name: 'primary', type: 'boolean' }];
const valued = (name: string, one: ScimAttribute = value): ScimAttribute => ({
  name,
  type: 'complex',
  many: true,
  parts: [one, ...labels],
});

/** Attributes of a person. */
export const userAttributes: readonly ScimAttribute[] = [
  { name: 'userName', type: 'string', required: true, unique: true },
  {
    name: 'name',
    type: 'complex',
    parts: texts('formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'),
  },
  ...texts('displayName', 'nickName'),
  { name: 'profileUrl', type: 'reference' },
  ...texts('title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
  { name: 'active', type: 'boolean' },
  valued('emails'),
  valued('phoneNumbers'),
  valued('ims'),
  valued('photos', { name: 'value', type: 'reference' }),
  {
    name: 'addresses',
    type: 'complex',
    many: true,
    parts: [
      ...texts('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'),
      { name: 'primary', type: 'boolean' },
    ],
  },
  { name: 'groups', type: 'complex', many: true, readOnly: true, parts: texts('value', 'display', 'type') },
  valued('entitlements'),
  valued('roles'),
  valued('x509Certificates', { name: 'value', type: 'binary' }),
];

/** Attributes of a person in an enterprise. */
export const enterpriseAttributes: readonly ScimAttribute[] = [
  ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
  { name: 'manager', type: 'complex', parts: texts('value', '$ref', 'displayName') },
];

/** Attributes of a group. */
export const groupAttributes: readonly ScimAttribute[] = [
  { name: 'displayName', type: 'string', required: true, unique: true },
  { name: 'members', type: 'complex', many: true, parts: texts('value', 'display', 'type', '$ref') },
];

/** Attributes of every resource. */
export const commonAttributes: readonly ScimAttribute[] = [
  { name: 'id', type: 'string', readOnly: true },
  { name: 'externalId', type: 'string' },
  {
    name: 'meta',
    type: 'complex',
    readOnly: true,
    parts: texts('resourceType', 'created', 'lastModified', 'location', 'version'),
  },
];

/** All of a person, the extension as one attribute. */
export const wholeUser: readonly ScimAttribute[] = [
  ...userAttributes,
  ...commonAttributes,
  { name: scimSchema.enterpriseUser, type: 'complex', parts: enterpriseAttributes },
];

/** All of a group. */
export const wholeGroup: readonly ScimAttribute[] = [...groupAttributes, ...commonAttributes];

const patchAttributes: readonly ScimAttribute[] = [
  { name: 'schemas', type: 'string', many: true },
  { name: 'Operations', type: 'complex', many: true, parts: [...texts('op', 'path'), { name: 'value', type: 'any' }] },
];

/** Pure. The body of a PATCH with the names that are written here. */
export function scimPatchOf(json: unknown): unknown {
  return canonicalResource(json, patchAttributes);
}

/** Finds an attribute by its name in any case. */
export function attributeNamed(attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted);
}

/**
 * Pure. The same resource with the names of known attributes as they are written here, without those that are null,
 * and with the forms that identity providers send instead: `"True"` for true, an id for a manager, one value for a
 * list, a list of one value for a value. Unknown members stay as they are.
 */
export function canonicalResource(resource: unknown, attributes: readonly ScimAttribute[]): unknown {
  if (!isObject(resource)) return resource;
  const members = Object.entries(resource).flatMap(([name, given]): [string, unknown][] => {
    const attribute = attributeNamed(attributes, name);
    if (!attribute) return [[name, given]];
    return given === null ? [] : [[attribute.name, canonicalValue(given, attribute)]];
  });
  return Object.fromEntries(members);
}

/** Pure. The same of the value of one attribute. */
export function canonicalValue(given: unknown, attribute: ScimAttribute): unknown {
  const { many, type, parts = [] } = attribute;
  if (type === 'any') return given;
  if (many) {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    return values.map((one) => canonicalValue(one, { ...attribute, many: undefined }));
  }
  if (Array.isArray(given) && given.length === 1) return canonicalValue(given[0], attribute);
  if (type !== 'complex' && isObject(given) && 'value' in given) return canonicalValue(given['value'], attribute);
  if (type === 'boolean') return asFlag(given);
  if (type !== 'complex') return given;
  if (typeof given === 'string' && attributeNamed(parts, 'value')) return { value: given };
  return canonicalResource(given, parts);
}

function asFlag(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const word = given.toLowerCase();
  return word === 'true' || (word === 'false' ? false : given);
}
