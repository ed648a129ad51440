import {
  commonAttributes,
  enterpriseAttributes,
  groupAttributes,
  SCIM_PAGE_MAX,
  type ScimAttribute,
  type ScimConfiguration,
  type ScimDescription,
  type ScimDescriptionList,
  type ScimDescriptionTarget,
  type ScimHeaders,
  scimSchema,
  userAttributes,
} from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { listResponse, scimAddress } from './scim-page';

/** Tells clients what the service can do. */
@Injectable()
export class ScimDiscovery {
  async configuration(account: string, headers: ScimHeaders): Promise<ScimConfiguration> {
    const supported = { supported: true };
    const unsupported = { supported: false };
    const location = `${scimAddress(account, headers)}/ServiceProviderConfig`;
    return {
      schemas: [scimSchema.configuration],
      patch: supported,
      bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
      filter: { ...supported, maxResults: SCIM_PAGE_MAX },
      changePassword: unsupported,
      sort: unsupported,
      etag: unsupported,
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'SCIM token',
          description: 'A SCIM token of the account, which its owners create',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location },
    };
  }

  async resourceTypes(account: string, headers: ScimHeaders): Promise<ScimDescriptionList> {
    const types = resourceTypes(scimAddress(account, headers));
    return listResponse(types, types.length, 1);
  }

  /** @throws AppError `not_found` */
  async resourceType({ account, id }: ScimDescriptionTarget, headers: ScimHeaders): Promise<ScimDescription> {
    return named(resourceTypes(scimAddress(account, headers)), id);
  }

  async schemas(account: string, headers: ScimHeaders): Promise<ScimDescriptionList> {
    const all = schemas(scimAddress(account, headers));
    return listResponse(all, all.length, 1);
  }

  /** @throws AppError `not_found` */
  async schema({ account, id }: ScimDescriptionTarget, headers: ScimHeaders): Promise<ScimDescription> {
    return named(schemas(scimAddress(account, headers)), id);
  }
}

function named(descriptions: readonly ScimDescription[], id: string): ScimDescription {
  const found = descriptions.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!found) throw new AppError('not_found', `There is no description of ${id}`);
  return found;
}

function resourceTypes(address: string): readonly ScimDescription[] {
  const type = (id: string, schema: string, description: string) => ({
    schemas: [scimSchema.resourceType],
    id,
    name: id,
    description,
    endpoint: `/${id}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${id}` },
  });
  const extensions = [{ schema: scimSchema.enterpriseUser, required: false }];
  return [
    { ...type('User', scimSchema.user, 'People of the account'), schemaExtensions: extensions },
    type('Group', scimSchema.group, 'Groups of people, which are security groups in knowledge boxes'),
  ];
}

function schemas(address: string): readonly ScimDescription[] {
  const external = commonAttributes.filter(({ name }) => name === 'externalId');
  const described = [
    [scimSchema.user, 'User', 'A person of the account', [...userAttributes, ...external]],
    [scimSchema.enterpriseUser, 'EnterpriseUser', 'Attributes of a person in an enterprise', enterpriseAttributes],
    [scimSchema.group, 'Group', 'A group of people', [...groupAttributes, ...external]],
  ] as const;
  return described.map(([id, name, description, attributes]) => ({
    schemas: [scimSchema.schema],
    id,
    name,
    description,
    attributes: attributes.map((one) => attributeOf(one)),
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${id}` },
  }));
}

function attributeOf({ name, type, many, parts, readOnly, required, unique }: ScimAttribute): object {
  return {
    name,
    type,
    multiValued: many ?? false,
    required: required ?? false,
    caseExact: name === 'externalId' || type === 'reference' || type === 'binary',
    mutability: readOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: unique ? 'server' : 'none',
    ...(type === 'reference' && { referenceTypes: ['external'] }),
    ...(parts && { subAttributes: parts.map((one) => attributeOf(one)) }),
  };
}
