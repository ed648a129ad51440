import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { accountTypes, AccountTarget, BlockingStatus } from './account.dto';
import * as accounts from './account.operations';

const { setAccountBlocking: setBlocking, resolveAccount: resolve, joinAccount: join } = accounts;
const file = `${__dirname}/account.dto.ts`;
const blocked = (body: unknown) => faults(setBlocking, { body });
const features = [
  ...['upload', 'processing', 'search', 'generative', 'training'],
  ...['public_upload', 'public_processing', 'public_search', 'public_generative'],
];

describe('accounts', () => {
  it('are read by their members, and blocked by who runs the deployment', () => {
    expect(routesOf(...Object.values(accounts))).toEqual({
      'GET /accounts': '200 json; any of self; user pat',
      'GET /account/{account}': '200 json; AMEMBER or AOWNER of account; user pat',
      'GET /account/{account}/index/kbs': '200 json; AMEMBER or AOWNER of account; user pat',
      'GET /api/manage/@accounts': '200 json; ROOT of nothing; user pat',
      'PATCH /api/manage/@account/{account}/blocking_status': '204 empty; ROOT of nothing; user pat',
      'POST /peer/accounts.account.resolve': '200 json; any of nothing; peer',
      'POST /peer/accounts.member.join': '200 json; any of nothing; peer',
    });
  });

  it('are blocked and looked at on a full disk, too', () => {
    expect(Object.values(conductOf(...Object.values(accounts)))).toEqual(list(7, () => '10 s'));
  });

  it('are listed as bare arrays', () => {
    const listing = [accounts.listAccounts, accounts.listAllAccounts, accounts.listKnowledgeBoxIndex];
    expect(listing.map(({ http }) => http?.member)).toEqual(['accounts', 'accounts', 'boxes']);
  });

  it('are named in paths by their id or slug, as it is written', () => {
    const [id] = idParametersOf(AccountTarget);
    expect([id?.read('acme'), id?.read('F312AD155FDB40F3A6A1EC26E0617070')]).toEqual([
      'acme',
      'F312AD155FDB40F3A6A1EC26E0617070',
    ]);
    expect([id?.target, id?.unreadable]).toEqual(['account', 'Account does not exist']);
  });

  it('have one of these plans', () => {
    expect(accountTypes.join(' ')).toBe(
      'stash-trial stash-starter stash-growth stash-startup stash-enterprise stash-developer stash-business ' +
        'stash-basic stash-team v3starter v3fly v3growth v3pro v3enterprise cowork',
    );
  });
});

describe('blocking an account', () => {
  it('says why, and which features; none means all of them', () => {
    expect(wireOf(BlockingStatus, { blocking_state: 'quota' })).toEqual({
      blocking_state: "'unblocked', 'quota' or 'manager'!",
      blocked_features: 'null list = []',
    });
    expect(received(setBlocking, { body: { blocking_state: 'manager' } }).body).toEqual({
      blocking_state: 'manager',
      blocked_features: [],
    });
    expect(blocked({})).toEqual([`body.blocking_state: ${required}`]);
  });

  it('knows these features, each named once', () => {
    expect(blocked({ blocking_state: 'quota', blocked_features: features })).toEqual([]);
    expect(blocked({ blocking_state: 'quota', blocked_features: ['public_training'] })).toEqual([
      expect.stringMatching(/^body\.blocked_features\.0: Input should be 'upload', .* or 'public_generative'$/),
    ]);
    expect(blocked({ blocking_state: 'quota', blocked_features: ['search', 'search'] })).toHaveLength(1);
    expect(blocked({ blocking_state: 'quota', blocked_features: [...features, 'search'] })).not.toEqual([]);
  });

  it('is of one of three states', () => {
    for (const blocking_state of ['unblocked', 'quota', 'manager']) expect(blocked({ blocking_state })).toEqual([]);
    for (const blocking_state of ['blocked', 'UNBLOCKED', null, true])
      expect(blocked({ blocking_state })).toHaveLength(1);
  });
});

describe('questions between hosts about accounts', () => {
  it('name an account, and a user by mail address, in at most 256 characters each', () => {
    expect(faults(resolve, { body: { account: text(256) } })).toEqual([]);
    expect(faults(resolve, { body: { account: text(257) } })).toEqual([`body.account: ${tooLong(256)}`]);
    expect(faults(join, { body: { account: 'a', email: text(257) } })).toEqual([`body.email: ${tooLong(256)}`]);
    expect(faults(join, { body: {} })).toEqual([`body.account: ${required}`, `body.email: ${required}`]);
  });
});

describe('the record of an account', () => {
  const summary = 'id, slug, title, type, description|null, can_manage_account, creation_date, second_factor_missing?';

  it('is short in a list, and has what it holds and may hold for itself', () => {
    expect(membersOf(file, 'AccountSummary')).toBe(summary);
    expect(membersOf(file, 'AccountRecord')).toBe(
      `${summary}, zone_visibility, email|null, zone|null, current_users, max_users|null, current_kbs, max_kbs, current_agents, max_agents, ` +
        'current_memories, max_memories, current_arags, max_arags, blocking_state, blocked_features, limits, ' +
        'trial_expiration_date|null, domain|null, saml_entity_id|null, saml_sso_url|null, saml_x509_cert|null, ' +
        'saml_config|null, workflow, eula_accepted, second_factor',
    );
    expect(membersOf(file, 'ManagedAccount')).toBe(`${summary}, current_users, blocking_state, blocked_features`);
  });

  it('has twelve limits of use', () => {
    expect(membersOf(file, 'UsageLimits').split(', ').sort()).toEqual([
      'monthly_limit_chars_processed',
      'monthly_limit_docs_no_media_processed',
      'monthly_limit_hosted_answers_generated',
      'monthly_limit_hosted_searches_performed',
      'monthly_limit_media_seconds_processed',
      'monthly_limit_non_media_files_processed',
      'monthly_limit_paragraphs_processed',
      'monthly_limit_paragraphs_stored',
      'monthly_limit_self_hosted_answers_generated',
      'monthly_limit_self_hosted_searches_performed',
      'storage_limit_max_bytes_per_kb',
      'storage_limit_max_resources_per_kb',
    ]);
  });
});
