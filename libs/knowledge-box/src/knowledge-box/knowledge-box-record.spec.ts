import type { KnowledgeBoxEntity } from '@lectern/resource-store';
import { knowledgeBoxObject, knowledgeBoxRecord } from './knowledge-box-record';

const box: KnowledgeBoxEntity = {
  id: 'b',
  account: 'a',
  slug: 'tides',
  title: 'Tides',
  description: 'Of the sea',
  mode: 'kb',
  state: 'PUBLISHED',
  allowedOrigins: ['https://example.org'],
  allowedIpAddresses: ['10.0.0.0/8'],
  searchConfigs: { mine: { kind: 'find' } },
  learningConfiguration: { semantic_models: ['m'] },
  sealedUserKeys: 'sealed',
  enforceSecurity: true,
  hiddenResourcesEnabled: true,
  hiddenResourcesHideOnCreation: false,
  prewarmEnabled: true,
  created: new Date('2026-01-02T03:04:05Z'),
};
const view = { zone: 'here', role: 'SOWNER', withSearchConfigs: true } as const;

describe('a knowledge box', () => {
  it('is shown to its account with who may open it', () => {
    expect(knowledgeBoxRecord(box, view)).toMatchObject({
      id: 'b',
      account_id: 'a',
      zone: 'here',
      state: 'PUBLISHED',
      role_on_kb: 'SOWNER',
      allowed_origins: ['https://example.org'],
      allowed_ip_addresses: ['10.0.0.0/8'],
      created: '2026-01-02T03:04:05',
      enforce_security: true,
      prewarm_enabled: true,
      hidden_resources_enabled: true,
      hidden_resources_hide_on_creation: false,
    });
  });

  it('has search configurations where they are wanted, and a role where the caller has one', () => {
    expect(knowledgeBoxRecord(box, view).search_configs).toEqual({ mine: { kind: 'find' } });
    const bare = knowledgeBoxRecord(box, { zone: 'here', role: undefined, withSearchConfigs: false });
    expect([bare.search_configs, bare.role_on_kb]).toEqual([{}, null]);
  });

  it('is shown to callers of its content without who may open it', () => {
    const shown = knowledgeBoxObject(box);
    expect(shown).toMatchObject({ uuid: 'b', slug: 'tides', config: { title: 'Tides', description: 'Of the sea' } });
    expect(JSON.stringify(shown)).not.toMatch(/example\.org|10\.0\.0\.0/);
  });

  it('never shows its keys of providers', () => {
    const shown = JSON.stringify([knowledgeBoxRecord(box, view), knowledgeBoxObject(box)]);
    expect(shown).not.toMatch(/sealed|semantic_models/);
  });
});
