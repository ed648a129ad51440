import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { SCIM_PATH, scimAnswer, scimCreated, scimHttp, scimPolicy } from '../scim-messages';
import { canonicalResource, scimPatchOf, wholeGroup } from '../scim-schema';
import { ScimAttributesQuery, ScimHeaders, ScimListQuery, ScimPatch, ScimTarget } from '../scim-user/scim-user.dto';
import { ScimGroup, ScimGroupList, ScimGroupPayload } from './scim-group.dto';

const path = `${SCIM_PATH}/Groups`;
const BODY_SIZE_BYTES_MAX = 4_194_304;
const common = { policy: scimPolicy, headers: ScimHeaders, deadlineMs: 30_000 } as const;
const takesGroup = {
  ...scimHttp,
  bodySizeBytesMax: BODY_SIZE_BYTES_MAX,
  bodyOfJson: (json: unknown) => canonicalResource(json, wholeGroup),
} as const;

const fails = {
  ...failsWithoutRoom,
  bad_request: 'A path, a filter or a value is not valid, or a member is no person of the account.',
  conflict: 'Another group has the name.',
  not_found: 'The account has no such group.',
  quota_exceeded: 'The account would have more than 5,000 groups, a group 10,000 people, or a person 500 groups.',
};

/** Returns the groups of the account by id, without their people where `excludedAttributes` names `members`. */
export const listScimGroups = operation({
  ...common,
  name: 'accounts.scim-group.list',
  summary: 'List the groups of an account by SCIM',
  http: { ...scimHttp, method: 'GET', path, success: 200, respond: scimAnswer },
  params: AccountTarget,
  query: ScimListQuery,
  answer: ScimGroupList,
  fails: {
    bad_request: 'The filter is not valid, names an attribute that cannot be filtered, or the page would be too large.',
  },
});

/** Makes a group. From the first one on, people act with the security groups that they are in, and with no others. */
export const createScimGroup = operation({
  ...common,
  name: 'accounts.scim-group.create',
  summary: 'Provision a group by SCIM',
  http: {
    ...takesGroup,
    method: 'POST',
    path,
    success: 201,
    respond: scimCreated,
    answerHeaders: { Location: 'Address of the group.' },
  },
  params: AccountTarget,
  query: ScimAttributesQuery,
  body: ScimGroupPayload,
  answer: ScimGroup,
  fails,
});

/** Returns one group with its people. */
export const getScimGroup = operation({
  ...common,
  name: 'accounts.scim-group.get',
  summary: 'Get a group of an account by SCIM',
  http: { ...scimHttp, method: 'GET', path: `${path}/{id}`, success: 200, respond: scimAnswer },
  params: ScimTarget,
  query: ScimAttributesQuery,
  answer: ScimGroup,
  fails: { not_found: 'The account has no such group.' },
});

/** Replaces name and people of a group. */
export const replaceScimGroup = operation({
  ...common,
  name: 'accounts.scim-group.replace',
  summary: 'Replace a group by SCIM',
  http: { ...takesGroup, method: 'PUT', path: `${path}/{id}`, success: 200, respond: scimAnswer },
  params: ScimTarget,
  query: ScimAttributesQuery,
  body: ScimGroupPayload,
  answer: ScimGroup,
  fails,
});

/** Renames a group, and adds or removes people, at most 10,000 at once. */
export const patchScimGroup = operation({
  ...common,
  name: 'accounts.scim-group.patch',
  summary: 'Change a group by SCIM',
  http: {
    ...scimHttp,
    contentType: undefined,
    method: 'PATCH',
    path: `${path}/{id}`,
    success: 204,
    reply: 'empty',
    bodySizeBytesMax: BODY_SIZE_BYTES_MAX,
    bodyOfJson: scimPatchOf,
  },
  params: ScimTarget,
  body: ScimPatch,
  fails,
  worksWithoutRoom: true,
});

/** Deletes a group. Its people stay, and no longer act with its security group. */
export const deleteScimGroup = operation({
  ...common,
  name: 'accounts.scim-group.delete',
  summary: 'Delete a group by SCIM',
  http: { ...scimHttp, contentType: undefined, method: 'DELETE', path: `${path}/{id}`, success: 204, reply: 'empty' },
  params: ScimTarget,
  fails: { ...failsWithoutRoom, not_found: fails.not_found },
});
