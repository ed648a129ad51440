import { routesOf } from '../../validation/requests.fixture';
import { attributeNamed, canonicalResource, userAttributes, wholeUser } from '../scim-schema';
import {
  getScimConfiguration,
  getScimResourceType,
  getScimSchema,
  listScimResourceTypes,
  listScimSchemas,
} from './scim-discovery.operations';

describe('what the service of SCIM says about itself', () => {
  it('is read with a token', () => {
    const at = '/account/{account}/scim/v2';
    const read = '200 json; any of account; scim';
    expect(
      routesOf(getScimConfiguration, listScimResourceTypes, getScimResourceType, listScimSchemas, getScimSchema),
    ).toEqual({
      [`GET ${at}/ServiceProviderConfig`]: read,
      [`GET ${at}/ResourceTypes`]: read,
      [`GET ${at}/ResourceTypes/{id}`]: read,
      [`GET ${at}/Schemas`]: read,
      [`GET ${at}/Schemas/{id}`]: read,
    });
  });

  it('has attributes by their names in any case, and none that objects have by themselves', () => {
    expect(attributeNamed(userAttributes, 'USERNAME')?.name).toBe('userName');
    for (const name of ['constructor', '__proto__', 'password'])
      expect(attributeNamed(wholeUser, name)).toBeUndefined();
  });

  it('leaves what is no resource as it is', () => {
    for (const value of [null, 'x', 1, ['x']]) expect(canonicalResource(value, wholeUser)).toEqual(value);
  });
});
