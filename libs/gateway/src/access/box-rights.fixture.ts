import type { RightGroup } from './interface-right.fixture';

const box = { on: 'box', below: '/api/v1/kb/{kbid}' } as const;
const holders = 'sa user pat';

/** Who may do what with the content of a knowledge box, by the tables of the interface. */
export const boxRights: readonly RightGroup[] = [
  {
    who: 'readers, and anyone once the box is published',
    ...box,
    credentials: `${holders} eph`,
    roles: 'READER',
    opensWhenPublished: true,
    operations: `
      GET,HEAD /{resource}
      GET /{resource}/{field_type}/{field_id}
      GET /{resource}/{field_type}/{field_id}/download/extracted/{path*}
      GET /{resource}/file/{field_id}/download/field
      GET /{resource}/conversation/{field_id}/download/field/{message_ident}/{file_num}
      GET /resource/{rid}/search
      GET /resources
      GET,POST /catalog
      POST /catalog/facets
      GET,POST /find
      GET,POST /search
      GET,POST /suggest
      POST /retrieve
      POST /augment
      POST /hydrate
      POST /graph
      POST /graph/nodes
      POST /graph/relations
      GET /entitiesgroups
      GET /entitiesgroup/{group}
      GET /labelsets
      GET /labelset/{labelset}
      GET /kv-schemas
      GET /kv-schemas/{schema_id}
      GET /search_configurations
      GET /search_configurations/{name}`,
  },
  {
    who: 'readers, for how the box answers as an agent',
    ...box,
    credentials: holders,
    roles: 'READER',
    operations: `
      GET /agentic_configs
      GET /agentic_configs/{id}
      GET /sources
      GET /sources/{id}`,
  },
  {
    who: 'writers, for how the box answers as an agent',
    ...box,
    credentials: holders,
    roles: 'WRITER',
    operations: `
      POST,PATCH,DELETE /agentic_configs/{id}
      POST,PATCH,DELETE /sources/{id}`,
  },
  {
    who: 'readers, over a socket',
    ...box,
    credentials: `${holders} eph`,
    roles: 'READER',
    operations: 'SOCKET /ask',
  },
  {
    who: 'the same, by slug',
    ...box,
    because: 'every other operation on a resource has both paths',
    credentials: `${holders} eph`,
    roles: 'READER',
    opensWhenPublished: true,
    operations: 'GET /slug/{rslug}/search',
  },
  {
    who: 'the same, and temporal keys with groups',
    ...box,
    credentials: `${holders} eph temporal`,
    roles: 'READER',
    opensWhenPublished: true,
    operations: `
      POST /ask
      POST /{resource}/ask`,
  },
  {
    who: 'readers and managers, and anyone once the box is published',
    ...box,
    credentials: `${holders} eph`,
    roles: 'READER MANAGER',
    opensWhenPublished: true,
    operations: `
      GET
      GET /counters`,
  },
  {
    who: 'owners of the account, whose members read what is copied there',
    ...box,
    credentials: 'user pat',
    roles: 'AOWNER',
    operations: 'POST /trainset/{partition}/dataset/{dataset_id}',
  },
  {
    who: 'readers, with tokens for browsers, too',
    ...box,
    credentials: `${holders} eph`,
    roles: 'READER',
    because: 'on the key of the owner, or writing: nobody may, although a published box opens what readers do',
    operations: `
      POST /summarize
      POST /feedback
      GET,POST /predict/{endpoint}`,
  },
  {
    who: 'the same',
    ...box,
    credentials: `${holders} eph`,
    roles: 'READER',
    because: 'the endpoints of the proxy are operations of their own',
    operations: `
      POST /predict/chat
      POST /predict/remi
      POST /predict/rephrase
      POST /predict/rerank
      POST /predict/run-agents-text
      POST /predict/summarize
      GET /predict/tokens`,
  },
  {
    who: 'readers',
    ...box,
    credentials: holders,
    roles: 'READER',
    because: 'others’ questions, content in bulk, and work on the key of the owner: not for nobody',
    operations: `
      POST /{resource}/run-agents
      GET /activity/metrics
      GET /activity/{event_type}/months
      POST /activity/{event_type}/query
      POST /activity/{event_type}/query/download
      GET /activity/download_request/{request_id}
      GET /remi/scores
      POST /remi/query
      GET /remi/events/{event_id}
      GET /custom-synonyms
      GET /notifications
      GET /processing-status
      GET /trainset
      GET /trainset/{prefix}
      POST /trainset/{partition}
      GET /vectorsets`,
  },
  {
    who: 'readers',
    ...box,
    credentials: holders,
    roles: 'READER',
    because: 'the product’s own',
    operations: `
      GET /changes
      GET /ask/trace/{learning_id}
      GET /evaluation_sets
      GET /evaluation_set/{set_id}
      GET /evaluation_runs
      GET /evaluation_run/{run_id}
      GET /evaluation_run/{run_id}/results`,
  },
  {
    who: 'readers',
    ...box,
    credentials: holders,
    roles: 'READER',
    operations: 'GET,POST,DELETE /mcp',
  },
  {
    who: 'readers and managers',
    ...box,
    credentials: holders,
    roles: 'READER MANAGER',
    because: 'how the box is set up, and all of its content in a file: not for nobody',
    operations: `
      GET /configuration
      GET /schema
      GET /generative_providers
      GET /models
      GET /model/{model_id}
      GET /models/{model_id}/{filename*}
      GET /extract_strategies
      GET /extract_strategies/strategy/{strategy_id}
      GET /split_strategies
      GET /split_strategies/strategy/{strategy_id}
      GET /export/{export_id}
      GET /export/{export_id}/status
      GET /import/{import_id}/status`,
  },
  {
    who: 'writers',
    ...box,
    credentials: holders,
    roles: 'WRITER',
    operations: `
      POST /resources
      PATCH,DELETE /{resource}
      POST /{resource}/reprocess
      POST /{resource}/reindex
      PUT /{resource}/text/{field_id}
      PUT /{resource}/link/{field_id}
      PUT /{resource}/file/{field_id}
      PUT /{resource}/key_value/{field_id}
      PUT /{resource}/conversation/{field_id}
      PUT /{resource}/conversation/{field_id}/messages
      DELETE /{resource}/conversation/{field_id}/messages/{message_ident}
      DELETE /{resource}/{field_type}/{field_id}
      POST /{resource}/{field_type}/{field_id}/reprocess
      POST /upload
      POST /{resource}/file/{field_id}/upload
      POST /tusupload
      HEAD,PATCH /tusupload/{upload_id}
      POST /{resource}/file/{field_id}/tusupload
      HEAD,PATCH /{resource}/file/{field_id}/tusupload/{upload_id}
      POST,DELETE /labelset/{labelset}
      PUT,DELETE /custom-synonyms
      POST /kv-schemas
      PUT,DELETE /kv-schemas/{schema_id}`,
  },
  {
    who: 'writers',
    ...box,
    credentials: holders,
    roles: 'WRITER',
    because: 'the product’s own',
    operations: `
      GET /deletion/{rid}
      POST /deletion/{rid}/verify
      POST /evaluation_sets
      PATCH,DELETE /evaluation_set/{set_id}
      POST /evaluation_set/{set_id}/questions
      PUT,DELETE /evaluation_set/{set_id}/question/{question_id}
      POST /evaluation_set/{set_id}/runs
      DELETE /evaluation_run/{run_id}`,
  },
  {
    who: 'writers and managers',
    ...box,
    credentials: holders,
    roles: 'WRITER MANAGER',
    operations: `
      POST /export
      POST /import`,
  },
  {
    who: 'owners',
    ...box,
    credentials: holders,
    roles: 'OWNER',
    operations: 'POST,PATCH,DELETE /search_configurations/{name}',
  },
  {
    who: 'owners',
    ...box,
    credentials: holders,
    roles: 'OWNER',
    because: 'the product’s own',
    operations: 'POST /ask/trace/{learning_id}/replay',
  },
  {
    who: 'owners and managers',
    ...box,
    credentials: holders,
    roles: 'OWNER MANAGER',
    operations: `
      POST,PATCH /configuration
      POST /extract_strategies
      DELETE /extract_strategies/strategy/{strategy_id}
      POST /split_strategies
      DELETE /split_strategies/strategy/{strategy_id}
      POST,DELETE /vectorsets/{vectorset_id}`,
  },
  {
    who: 'managers',
    ...box,
    credentials: holders,
    roles: 'MANAGER',
    operations: `
      GET /shards
      PATCH,DELETE`,
  },
  {
    who: 'readers, and NUA keys of the account',
    ...box,
    credentials: `${holders} nua`,
    roles: 'READER',
    operations: `
      GET /assets
      GET /assets/{asset_id}
      GET /tasks
      GET /task/{task_id}/inspect`,
  },
  {
    who: 'anyone',
    ...box,
    on: 'nothing',
    because: 'the secret is in the address, which is signed',
    credentials: 'none',
    roles: 'any',
    operations: 'GET /assets/{asset_id}/file',
  },
  {
    who: 'NUA keys of the account',
    ...box,
    credentials: 'nua',
    roles: 'any',
    operations: 'GET /task/{task_id}/worker_config',
  },
  {
    who: 'writers, and NUA keys of the account',
    ...box,
    credentials: `${holders} nua`,
    roles: 'WRITER',
    operations: `
      POST /task/start
      PATCH,DELETE /task/{task_id}
      POST /task/{task_id}/stop
      POST /task/{task_id}/restart
      POST /task/{task_id}/enable
      POST /task/{task_id}/cleanup`,
  },
];
