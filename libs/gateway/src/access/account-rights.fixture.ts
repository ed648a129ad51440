import type { RightGroup } from './interface-right.fixture';

const account = { on: 'account', below: '/api/v1/account/{account}' } as const;
const ownedBox = { on: 'box', below: '/api/v1/account/{account}/kb/{kbid}' } as const;
const holders = 'sa user pat';

/** Who may do what with accounts and their boxes, by the tables of the interface. */
export const accountRights: readonly RightGroup[] = [
  {
    who: 'whoever has a role on the box, and NUA keys that manage',
    ...ownedBox,
    roles: 'any',
    credentials: `${holders} nua`,
    needsManagingNuaKey: true,
    operations: 'GET',
  },
  {
    who: 'users with a role on the box',
    ...ownedBox,
    credentials: 'user pat',
    roles: 'any',
    operations: `
      GET /permissions
      GET /logo.png`,
  },
  {
    who: 'owners of the box or its account, and NUA keys that manage',
    ...ownedBox,
    roles: 'SOWNER AOWNER',
    credentials: 'user pat nua',
    needsManagingNuaKey: true,
    operations: 'PATCH,DELETE',
  },
  {
    who: 'owners of the box or its account',
    ...ownedBox,
    credentials: 'user pat',
    roles: 'SOWNER AOWNER',
    operations: `
      GET,PATCH /users
      POST,DELETE /invite
      GET /invites`,
  },
  {
    who: 'the same, and NUA keys of the account',
    ...ownedBox,
    credentials: 'user pat nua',
    roles: 'SOWNER AOWNER',
    operations: `
      GET,POST /service_accounts
      DELETE /service_account/{service_account_id}
      POST /service_account/{service_account_id}/keys
      DELETE /service_account/{service_account_id}/key/{key_id}`,
  },
  {
    who: 'whoever has a role on the box',
    ...ownedBox,
    roles: 'any',
    credentials: holders,
    makesCredentials: true,
    operations: 'POST /ephemeral_tokens',
  },
  {
    who: 'members of the account',
    ...account,
    on: 'account',
    credentials: 'user pat',
    roles: 'AMEMBER',
    operations: `
      GET
      GET /logo.png
      GET /permissions
      GET /usage
      GET /user/{user_id}
      GET /users
      GET /users/search
      GET /zones
      GET /index/kbs`,
  },
  {
    who: 'members, who may leave, and owners',
    ...account,
    credentials: 'user pat',
    roles: 'AMEMBER',
    because: 'the operation refuses members who do more than to leave',
    operations: 'PATCH /users',
  },
  {
    who: 'owners of the account itself',
    ...account,
    credentials: 'user pat',
    roles: 'AOWNER',
    operations: `
      PATCH,DELETE
      POST /invite
      DELETE /invite/{email}
      GET /invites
      PATCH,POST,PUT /logo.png`,
  },
  {
    who: 'members, and NUA keys that manage',
    ...account,
    roles: 'AMEMBER',
    credentials: 'user pat nua',
    needsManagingNuaKey: true,
    operations: 'GET /kbs',
  },
  {
    who: 'owners, and NUA keys that manage',
    ...account,
    roles: 'AOWNER',
    credentials: 'user pat nua',
    needsManagingNuaKey: true,
    operations: 'POST /kbs',
  },
  {
    who: 'owners of the account or of the box that is backed up, and NUA keys that manage',
    ...account,
    credentials: 'user pat nua',
    roles: 'AMEMBER',
    needsManagingNuaKey: true,
    because: 'the path names no box: the operation refuses members who do not own it',
    operations: `
      GET,POST /backups
      DELETE /backup/{backup_id}
      POST /backup/{backup_id}/restore`,
  },
  {
    who: 'members, and NUA keys of the account',
    ...account,
    credentials: 'user pat nua',
    roles: 'AMEMBER',
    operations: `
      GET /limits/status
      GET /rates/status
      GET /schema
      GET /models
      GET /model/{model_id}
      GET /datasets
      GET /dataset/{dataset_id}
      GET /dataset/{dataset_id}/partitions
      GET /dataset/{dataset_id}/partition/{partition_id}
      GET /default_models
      GET /default_model/{model_id}`,
  },
  {
    who: 'owners, and NUA keys of the account',
    ...account,
    credentials: 'user pat nua',
    roles: 'AOWNER',
    operations: `
      POST /datasets
      DELETE /dataset/{dataset_id}
      PUT,DELETE /dataset/{dataset_id}/partition/{partition_id}
      DELETE /dataset/{dataset_id}/partitions
      DELETE /model/{model_id}
      DELETE /models/{kbid}/{model_id}
      DELETE /default_model/{model_id}
      GET,POST,DELETE /assume_role/bedrock
      GET /assume_role/bedrock/validate`,
  },
  {
    who: 'NUA keys of the account',
    ...account,
    credentials: 'nua',
    roles: 'any',
    operations: 'GET /dataset/{dataset_id}/models',
  },
  {
    who: 'owners',
    ...account,
    credentials: 'user pat',
    roles: 'AOWNER',
    operations: `
      GET /audit
      GET /audit/export
      PATCH /model/{model_id}
      POST /models/{kbid}
      POST /default_models
      PATCH /default_model/{model_id}
      POST /guardrail_policies
      GET,PATCH,DELETE /guardrail_policies/{policy_id}
      GET,POST /nua_clients
      GET,PATCH,DELETE /nua_client/{client_id}
      PUT /nua_client/{client_id}/key
      GET /nua_client/{client_id}/activity`,
  },
  {
    who: 'owners, about the identity provider, groups, and second factors that members lost',
    ...account,
    credentials: 'user pat',
    roles: 'AOWNER',
    because: 'the interface has no SCIM: it is ours',
    operations: `
      GET,POST /scim_tokens
      DELETE /scim_token/{token_id}
      GET /domains
      POST /domain/{domain}/verify
      GET,POST /groups
      PATCH,DELETE /group/{group_id}
      GET,PATCH /group/{group_id}/users
      DELETE /user/{user_id}/second_factor`,
  },
  {
    who: 'the identity provider of the account',
    ...account,
    below: `${account.below}/scim/v2`,
    credentials: 'scim',
    roles: 'any',
    because: 'the interface has no SCIM: it is ours',
    operations: `
      GET /ServiceProviderConfig
      GET /ResourceTypes
      GET /ResourceTypes/{id}
      GET /Schemas
      GET /Schemas/{id}
      GET,POST /Users
      GET,PUT,PATCH,DELETE /Users/{id}
      GET,POST /Groups
      GET,PUT,PATCH,DELETE /Groups/{id}`,
  },
  {
    who: 'who runs the deployment',
    ...account,
    credentials: 'user pat',
    roles: 'ROOT',
    operations: 'POST /models',
  },
];
