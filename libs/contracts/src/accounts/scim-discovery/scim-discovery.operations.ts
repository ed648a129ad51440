import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { SCIM_PATH, scimAnswer, scimHttp, scimPolicy } from '../scim-messages';
import { ScimHeaders } from '../scim-user/scim-user.dto';
import { ScimConfiguration, ScimDescription, ScimDescriptionList, ScimDescriptionTarget } from './scim-discovery.dto';

const common = { policy: scimPolicy, headers: ScimHeaders, params: AccountTarget, deadlineMs: 10_000 } as const;
const read = { ...scimHttp, method: 'GET', success: 200, respond: scimAnswer } as const;
const fails = { not_found: 'There is no such description.' };

/** Returns what this service supports of SCIM 2.0. */
export const getScimConfiguration = operation({
  ...common,
  name: 'accounts.scim.configuration',
  summary: 'Get the SCIM configuration',
  http: { ...read, path: `${SCIM_PATH}/ServiceProviderConfig` },
  answer: ScimConfiguration,
});

/** Returns the kinds of resources: people and groups. */
export const listScimResourceTypes = operation({
  ...common,
  name: 'accounts.scim.resource-types',
  summary: 'List the kinds of SCIM resources',
  http: { ...read, path: `${SCIM_PATH}/ResourceTypes` },
  answer: ScimDescriptionList,
});

/** Returns one kind of resources. */
export const getScimResourceType = operation({
  ...common,
  name: 'accounts.scim.resource-type',
  summary: 'Get a kind of SCIM resources',
  http: { ...read, path: `${SCIM_PATH}/ResourceTypes/{id}` },
  params: ScimDescriptionTarget,
  answer: ScimDescription,
  fails,
});

/** Returns the schemas of people and groups, with the attributes that are kept. */
export const listScimSchemas = operation({
  ...common,
  name: 'accounts.scim.schemas',
  summary: 'List the SCIM schemas',
  http: { ...read, path: `${SCIM_PATH}/Schemas` },
  answer: ScimDescriptionList,
});

/** Returns one schema. */
export const getScimSchema = operation({
  ...common,
  name: 'accounts.scim.schema',
  summary: 'Get a SCIM schema',
  http: { ...read, path: `${SCIM_PATH}/Schemas/{id}` },
  params: ScimDescriptionTarget,
  answer: ScimDescription,
  fails,
});
