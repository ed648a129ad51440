import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sealedColumns } from '../e2e/harness/sealed-columns.fixture';

/** Where each file that seals a secret stores it. */
const storedIn: Readonly<Record<string, readonly string[] | string>> = {
  'libs/accounts/src/oauth/oauth-adapter.ts': ['accounts.oauth_records.payload'],
  'libs/accounts/src/second-factor/second-factor.repository.ts': ['accounts.second_factors.secret'],
  'libs/access/src/nua-client/nua-client.service.ts': [
    'knowledge_box.nua_clients.sealed_webhook_headers',
    'knowledge_box.nua_clients.sealed_webhook_secret',
  ],
  'libs/agents/src/agentic/agentic-source-secrets.ts': ['agents.agentic_sources.config'],
  'libs/agents/src/driver/driver-accounts.ts': ['agents.driver_accounts.sealed'],
  'libs/agents/src/driver/driver.service.ts': ['agents.drivers.secrets'],
  'libs/agents/src/file/export-secrets.ts': ['agents.files.sealed'],
  'libs/agents/src/module/module-seals.ts': ['agents.modules.secrets'],
  'libs/agents/src/schedule/schedule-secrets.ts': ['agents.schedules.sealed'],
  'libs/augmentation/src/agents/task-secrets.ts': [
    'understanding.agent_tasks.sealed',
    'understanding.dataset_tasks.sealed',
  ],
  'libs/knowledge-box/src/upload/tus-uploads.ts': ['knowledge_box.tus_uploads.sealed_file'],
  'libs/mail/src/mailer.ts': ['accounts_tasks.job.payload', 'knowledge_box_tasks.job.payload'],
  'libs/processing-api/src/push/file-tokens.ts': 'a token of a client, which expires',
  'libs/processing-api/src/push/push-rows.ts': [
    'understanding.processing_records.sealed_request',
    'understanding.processing_records.sealed_webhook',
  ],
  'libs/processing-api/src/push/upload-rows.ts': ['understanding.tus_uploads.sealed_file'],
  'libs/resource-store/src/field/field-envelope.ts': [
    'knowledge_box.fields.sealed_password',
    'knowledge_box.fields.sealed_secrets',
  ],
  'libs/secrets/src/rsa-signer.ts': ['accounts.oauth_keys.private_key'],
  'libs/secrets/src/token-signer.ts': ['accounts.signing_keys.private_key', 'knowledge_box.signing_keys.private_key'],
  'libs/understanding/src/account-model/custom-model-rows.ts': ['understanding.custom_models.sealed_server'],
  'libs/understanding/src/account-model/model-configuration-rows.ts': [
    'understanding.model_configurations.sealed_user_keys',
  ],
  'libs/understanding/src/configuration/configuration-rows.ts': [
    'understanding.learning_configurations.sealed_user_keys',
  ],
  'libs/understanding/src/strategies/strategy-rows.ts': ['understanding.strategies.sealed_user_keys'],
};

const root = join(__dirname, '..');
/** A call of `SecretEnvelope.seal`, by the names that it has in classes. */
const SEALS = '(envelope|secrets)\\.seal\\(|\\bseal\\(JSON';

function git(...args: readonly string[]): readonly string[] {
  const found = execFileSync('git', [...args], { cwd: root, encoding: 'utf8' });
  return found.split('\n').filter((line) => line !== '' && !/(spec|fixture|bench|contract)\.ts$/.test(line));
}

describe('a secret that is sealed', () => {
  it('is stored in a column that a rotation of keys changes, or says why not', () => {
    const sealing = git('grep', '-lE', SEALS, '--', 'libs/*.ts').filter((file) => !passesOn.has(file));
    expect(sealing.toSorted()).toEqual(Object.keys(storedIn).toSorted());
    const places = Object.values(storedIn).flatMap((stored) => (typeof stored === 'string' ? [] : stored));
    expect(places.filter((place) => !sealedColumns.includes(place))).toEqual([]);
  });

  it('is in a column that is named so, and each such column is declared', () => {
    const lines = git('grep', '-hE', "name: '(sealed_[a-z_]+|private_key)'", '--', 'libs/*.entity.ts');
    const names = lines.map((line) => /name: '([a-z_]+)'/.exec(line)?.[1] ?? '');
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !sealedColumns.some((place) => place.endsWith(`.${name}`)))).toEqual([]);
  });
});

/** They call a class of the list above. */
const passesOn = new Set([
  'libs/agents/src/agentic/agentic-record.service.ts',
  'libs/agents/src/schedule/schedule-plans.ts',
  'libs/augmentation/src/agents/agent-task.service.ts',
  'libs/datasets/src/task/dataset-task.service.ts',
  'libs/knowledge-box/src/field/field-writer.ts',
  'libs/transfer/src/transfer/resource-fields-intake.ts',
]);
