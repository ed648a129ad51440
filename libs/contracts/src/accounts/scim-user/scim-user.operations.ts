import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { SCIM_PATH, scimAnswer, scimCreated, scimHttp, scimPolicy } from '../scim-messages';
import { canonicalResource, scimPatchOf, wholeUser } from '../scim-schema';
import {
  ScimAttributesQuery,
  ScimHeaders,
  ScimListQuery,
  ScimPatch,
  ScimTarget,
  ScimUser,
  ScimUserList,
  ScimUserPayload,
} from './scim-user.dto';

const path = `${SCIM_PATH}/Users`;
const BODY_SIZE_BYTES_MAX = 131_072;
const common = { policy: scimPolicy, headers: ScimHeaders, deadlineMs: 20_000 } as const;
const takesUser = {
  ...scimHttp,
  bodySizeBytesMax: BODY_SIZE_BYTES_MAX,
  bodyOfJson: (json: unknown) => canonicalResource(json, wholeUser),
} as const;

const fails = {
  ...failsWithoutRoom,
  bad_request: 'A path, a filter or a value is not valid; `scimType` says which.',
  conflict: 'Another person has the name or address, or the account would have no owner.',
  not_found: 'The account has no such person.',
  quota_exceeded: 'The account would have more users than its type allows.',
};

/** Returns the people of the account, members and those whose access has ended, by id. */
export const listScimUsers = operation({
  ...common,
  name: 'accounts.scim-user.list',
  summary: 'List the people of an account by SCIM',
  http: { ...scimHttp, method: 'GET', path, success: 200, respond: scimAnswer },
  params: AccountTarget,
  query: ScimListQuery,
  answer: ScimUserList,
  fails: { bad_request: 'The filter is not valid, or names an attribute that cannot be filtered.' },
});

/**
 * Makes a person a member of the account, with the lowest role. Somebody who has a user already is added when the
 * domain of the address belongs to the account (single sign-on), or when the user belongs to no other account.
 */
export const createScimUser = operation({
  ...common,
  name: 'accounts.scim-user.create',
  summary: 'Provision a person by SCIM',
  http: {
    ...takesUser,
    method: 'POST',
    path,
    success: 201,
    respond: scimCreated,
    answerHeaders: { Location: 'Address of the person.' },
  },
  params: AccountTarget,
  query: ScimAttributesQuery,
  body: ScimUserPayload,
  answer: ScimUser,
  fails,
});

/** Returns one person of the account. */
export const getScimUser = operation({
  ...common,
  name: 'accounts.scim-user.get',
  summary: 'Get a person of an account by SCIM',
  http: { ...scimHttp, method: 'GET', path: `${path}/{id}`, success: 200, respond: scimAnswer },
  params: ScimTarget,
  query: ScimAttributesQuery,
  answer: ScimUser,
  fails: { not_found: 'The account has no such person.' },
});

/** Replaces all attributes of a person. */
export const replaceScimUser = operation({
  ...common,
  name: 'accounts.scim-user.replace',
  summary: 'Replace a person by SCIM',
  http: { ...takesUser, method: 'PUT', path: `${path}/{id}`, success: 200, respond: scimAnswer },
  params: ScimTarget,
  query: ScimAttributesQuery,
  body: ScimUserPayload,
  answer: ScimUser,
  fails,
});

/** Changes attributes of a person. `active: false` ends its access to the account at once. */
export const patchScimUser = operation({
  ...common,
  name: 'accounts.scim-user.patch',
  summary: 'Change a person by SCIM',
  http: {
    ...scimHttp,
    method: 'PATCH',
    path: `${path}/{id}`,
    success: 200,
    respond: scimAnswer,
    bodySizeBytesMax: BODY_SIZE_BYTES_MAX,
    bodyOfJson: scimPatchOf,
  },
  params: ScimTarget,
  query: ScimAttributesQuery,
  body: ScimPatch,
  answer: ScimUser,
  fails,
  worksWithoutRoom: true,
});

/**
 * Removes a person from the account and its groups. A user whom this account provisioned, and who belongs to no other,
 * is deleted.
 */
export const deleteScimUser = operation({
  ...common,
  name: 'accounts.scim-user.delete',
  summary: 'Remove a person by SCIM',
  http: { ...scimHttp, contentType: undefined, method: 'DELETE', path: `${path}/{id}`, success: 204, reply: 'empty' },
  params: ScimTarget,
  fails: { ...failsWithoutRoom, conflict: fails.conflict, not_found: fails.not_found },
});
