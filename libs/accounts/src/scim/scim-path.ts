import { attributeNamed, type ScimAttribute, scimSchema } from '@lectern/contracts/accounts';

/** An attribute of a resource, or a part of a complex one. */
export interface AttributePath {
  readonly attribute: ScimAttribute;
  readonly part?: ScimAttribute;
}

const prefixes = [scimSchema.user, scimSchema.group].map((id) => `${id.toLowerCase()}:`);
const extension = scimSchema.enterpriseUser;

/**
 * Finds what a name of the protocol names, in any case and with or without the id of its schema: `name.givenName`,
 * `urn:ietf:params:scim:schemas:core:2.0:User:userName`. Attributes of an extension are parts of it.
 */
export function attributePath(written: string, attributes: readonly ScimAttribute[]): AttributePath | undefined {
  const lower = written.toLowerCase();
  if (lower.startsWith(`${extension.toLowerCase()}:`)) return ofExtension(written, attributes);
  if (lower === extension.toLowerCase()) return whole(extension, attributes);
  const prefix = prefixes.find((one) => lower.startsWith(one)) ?? '';
  const [name = '', sub, ...more] = written.slice(prefix.length).split('.');
  const found = whole(name, attributes);
  if (!found || more.length > 0) return undefined;
  return sub === undefined ? found : withPart(found.attribute, sub);
}

/** Of a part of an attribute of the extension, such as the id of a manager, the attribute is that of the extension. */
function ofExtension(written: string, attributes: readonly ScimAttribute[]): AttributePath | undefined {
  const found = whole(extension, attributes);
  const [name = '', sub, ...more] = written.slice(extension.length + 1).split('.');
  const path = found && withPart(found.attribute, name);
  if (!path || more.length > 0 || (sub !== undefined && sub.toLowerCase() !== 'value')) return undefined;
  return path;
}

function whole(name: string, attributes: readonly ScimAttribute[]): AttributePath | undefined {
  const attribute = attributeNamed(attributes, name);
  return attribute && { attribute };
}

function withPart(attribute: ScimAttribute, name: string): AttributePath | undefined {
  const part = attributeNamed(attribute.parts ?? [], name);
  return part && { attribute, part };
}
