import type { RightGroup } from './interface-right.fixture';
import { authorizationServer } from './oauth-rights.fixture';

const holders = 'sa user pat';

/** Who may do what without a box or an account in the path, by the tables of the interface. */
export const otherRights: readonly RightGroup[] = [
  authorizationServer,
  {
    who: 'anyone',
    on: 'nothing',
    credentials: 'none',
    roles: 'any',
    operations: `
      POST /api/auth/login
      POST /api/auth/magic
      GET /api/configuration/account_types
      POST /api/auth/passkey/login
      POST /api/auth/passkey/options
      POST /api/auth/recover
      POST /api/auth/reset
      POST /api/auth/setupuser
      POST /api/auth/signup
      POST /api/auth/signup/start
      GET /api/auth/signup/info
      GET /api/auth/saml/inquiry
      GET /api/auth/saml/sso
      POST /api/auth/saml/acs
      POST /api/auth/saml/{account_id}/acs
      GET /api/auth/saml/metadata
      POST /api/auth/saml/token
      GET /api/auth/{provider}/authorize
      POST /api/auth/{provider}/login
      GET /user/callbacks/{provider}
      OPTIONS /api/v1/processing/tusupload
      OPTIONS /api/v1/processing/tusupload/{upload_id}
      OPTIONS /api/v1/kb/{kbid}/tusupload
      OPTIONS /api/v1/kb/{kbid}/tusupload/{upload_id}
      OPTIONS /api/v1/kb/{kbid}/{resource}/file/{field_id}/tusupload
      OPTIONS /api/v1/kb/{kbid}/{resource}/file/{field_id}/tusupload/{upload_id}`,
  },
  {
    who: 'anyone',
    on: 'nothing',
    credentials: 'none',
    roles: 'any',
    because: 'the product’s own: sign-in pages show them',
    operations: 'GET /api/auth/providers',
  },
  {
    who: 'anyone',
    on: 'nothing',
    credentials: 'none',
    roles: 'any',
    because: 'the pages on which people sign up and recover; links of mails lead there',
    below: '/user',
    operations: `
      GET,POST /signup
      GET,POST /recover
      GET,POST /reset
      GET,POST /setup
      GET,POST /magic
      GET,POST /join`,
  },
  {
    who: 'anyone',
    on: 'nothing',
    credentials: 'none',
    roles: 'any',
    because: 'the secret is in the path: the link of a mail about a download',
    operations: 'GET /api/v1/activity_file/{token}',
  },
  {
    who: 'users',
    on: 'caller',
    credentials: 'user pat',
    roles: 'any',
    below: '/api/v1',
    operations: `
      GET,POST /accounts
      GET /account/{account}/status
      GET /zones
      GET,PATCH,DELETE /user
      PUT /user/onboarding_inquiry
      GET /user/welcome
      GET,POST /user/passkeys
      POST /user/passkeys/options
      PATCH,DELETE /user/passkey/{passkey_id}
      GET,POST /user/second_factor
      POST /user/second_factor/confirm
      POST /user/second_factor/off
      POST /user/second_factor/recovery_codes
      GET /user/sessions
      DELETE /user/session/{session_id}
      GET,POST /user/pa_tokens
      DELETE /user/pa_token/{token_id}`,
  },
  {
    who: 'users',
    on: 'caller',
    credentials: 'user pat',
    roles: 'any',
    operations: `
      GET,POST /api/auth/logout
      POST /api/auth/otp/email
      POST /api/auth/setpassword`,
  },
  {
    who: 'API keys',
    on: 'caller',
    credentials: 'sa',
    roles: 'any',
    makesCredentials: true,
    below: '/api/v1',
    operations: `
      POST /service_account_temporal_key
      POST /service_account_agent_key`,
  },
  {
    who: 'API keys and users, for a box of theirs',
    on: 'caller',
    credentials: holders,
    roles: 'any',
    makesCredentials: true,
    operations: 'POST /api/v1/ephemeral_token',
  },
  {
    who: 'the same',
    on: 'caller',
    credentials: holders,
    roles: 'any',
    makesCredentials: true,
    because: 'the interface has it for deployments without accounts',
    operations: 'GET /api/v1/temp-access-token',
  },
  {
    who: 'API keys and users',
    on: 'nothing',
    credentials: holders,
    roles: 'any',
    because: 'the path names no id: the operation looks among the boxes of the caller',
    operations: 'GET /api/v1/kb/s/{slug}',
  },
  {
    who: 'API keys and users, who are refused',
    on: 'nothing',
    credentials: holders,
    roles: 'any',
    because: 'the interface has these for deployments without accounts; here they say what to call instead',
    operations: `
      GET,POST /api/v1/kbs
      POST /api/v1/kbs/import
      GET /api/v1/nua/schema`,
  },
  {
    who: 'NUA keys, for a box of their account',
    on: 'box',
    credentials: 'nua',
    roles: 'any',
    below: '/api/v1',
    operations: `
      POST /predict/chat/{kbid}
      GET,POST /predict/query/{kbid}
      POST /predict/remi/{kbid}
      POST /predict/rephrase/{kbid}
      POST /predict/rerank/{kbid}
      POST /predict/run-agents/{kbid}
      POST /predict/run-agents-text/{kbid}
      GET /predict/sentence/{kbid}
      POST /predict/summarize/{kbid}
      GET /predict/tokens/{kbid}
      GET /collect/feedback/{kbid}
      GET /collect/feedback/{kbid}/{month}`,
  },
  {
    who: 'NUA keys, under a name that their account chose',
    on: 'nothing',
    credentials: 'nua',
    roles: 'any',
    namesBox: false,
    below: '/api/v1',
    operations: `
      GET,POST,PATCH,DELETE /config/{kbid}
      GET /schema/{kbid}
      GET /generative_providers/{kbid}
      GET,POST /models/{kbid}
      GET /models/{kbid}/model/{model_id}
      GET /download/{kbid}/model/{model_id}/{filename*}
      GET,POST /extract_strategies/{kbid}
      GET,DELETE /extract_strategies/{kbid}/strategies/{strategy_id}
      GET,POST /split_strategies/{kbid}
      GET,DELETE /split_strategies/{kbid}/strategies/{strategy_id}`,
  },
  {
    who: 'NUA keys',
    on: 'nothing',
    credentials: 'nua',
    roles: 'any',
    below: '/api/v1',
    operations: `
      GET /config
      POST /datasets
      DELETE /dataset/{dataset_id}
      PUT /dataset/{dataset_id}/partition/{partition_id}
      GET /dataset/{dataset_id}/tasks
      POST /dataset/{dataset_id}/task/start
      DELETE /dataset/{dataset_id}/task/{task_id}
      GET /dataset/{dataset_id}/task/{task_id}/inspect
      POST /dataset/{dataset_id}/task/{task_id}/stop
      GET /schema
      GET /learning/configuration/schema
      POST /predict/chat
      POST /predict/guardrail
      GET /predict/models
      GET,POST /predict/query
      POST /predict/remi
      POST /predict/rephrase
      POST /predict/rerank
      GET /predict/sentence
      POST /predict/sentences
      POST /predict/summarize
      GET /predict/tokens
      POST /processing/push
      GET,DELETE /processing/requests
      GET /processing/requests/{processing_id}
      GET /processing/requests/{processing_id}/results
      GET /processing/stats
      POST /processing/upload
      GET /processing/download
      GET,POST /processing/pull
      POST /processing/pull/in_progress
      GET /processing/pull/status
      POST /processing/tusupload
      HEAD,PATCH /processing/tusupload/{upload_id}`,
  },
  {
    who: 'NUA keys',
    on: 'nothing',
    credentials: 'nua',
    roles: 'any',
    below: '/api/v2/processing',
    operations: `
      POST /push
      GET /status
      GET /status/{processing_id}
      POST /pull
      POST /pull/in_progress
      GET /pull/status`,
  },
  {
    who: 'NUA keys',
    on: 'nothing',
    credentials: 'nua',
    roles: 'any',
    because: 'the product’s own',
    operations: 'POST /api/v1/processing/requests/{processing_id}/webhook',
  },
  {
    who: 'NUA keys, as a bearer token, too',
    on: 'nothing',
    credentials: 'nua',
    roles: 'any',
    takesBearerNuaKey: true,
    below: '/api/v1/predict/compat',
    operations: `
      POST /chat/completions
      POST /embeddings
      GET /models
      GET /models/{model_id*}`,
  },
  {
    who: 'who runs the deployment',
    on: 'nothing',
    credentials: 'user pat',
    roles: 'ROOT',
    operations: `
      GET /api/manage/@accounts
      PATCH,DELETE /api/manage/@account/{account}
      PATCH /api/manage/@account/{account}/blocking_status
      POST,PATCH,DELETE /api/manage/@account/{account}/{user_id}
      POST /api/manage/@account/{account}/domain/{domain}/confirm
      DELETE /api/manage/@user/{user_id}/second_factor`,
  },
  {
    who: 'who runs the deployment',
    on: 'nothing',
    credentials: 'user pat',
    roles: 'ROOT',
    because: 'the product’s own',
    below: '/api/v1/admin',
    operations: `
      POST /blobs/sweep
      POST /sign-in-link
      GET,POST /index/{work}
      GET,POST /keys/accounts
      GET,POST /keys/agents
      GET,POST /keys/knowledge-boxes
      GET,POST /keys/understanding
      GET /index/verify/differences
      GET /tasks
      POST /tasks/replay
      GET /models`,
  },
  {
    who: 'hosts of the deployment, each other',
    on: 'nothing',
    credentials: 'peer',
    roles: 'any',
    because: 'the product’s own',
    below: '/api/v1/peer',
    operations: `
      POST /accounts.access-change.list
      POST /accounts.account.resolve
      POST /accounts.credential.verify
      POST /accounts.audit.report
      POST /accounts.member.join
      POST /accounts.scim-token.verify
      POST /accounts.session.end
      POST /accounts.session.open
      POST /accounts.usage.forget
      POST /accounts.usage.position
      POST /accounts.usage.record
      POST /accounts.user.names
      POST /accounts.user.resolve
      POST /accounts.zone.announce
      POST /kb.former-account.purge
      POST /kb.former-account.remove-members
      POST /kb.knowledge-box.index`,
  },
];
