import { validate } from '@lectern/contracts/core';
import { CreateKnowledgeBoxPayload, ModifyKnowledgeBoxPayload } from '@lectern/contracts/knowledge-box';
import { modifiedKnowledgeBox, newKnowledgeBox } from './new-knowledge-box';

const now = new Date('2026-01-02T03:04:05Z');

function made(payload: object) {
  const checked = validate(CreateKnowledgeBoxPayload, { slug: 'tides', title: 'Tides', ...payload });
  return newKnowledgeBox({ id: 'kb', account: 'account', payload: checked, now });
}

function changed(before: object, payload: object) {
  return modifiedKnowledgeBox(made(before), validate(ModifyKnowledgeBoxPayload, payload));
}

describe('newKnowledgeBox', () => {
  it('is private, open to every caller that has a credential, and hides nothing', () => {
    expect(made({})).toEqual({
      id: 'kb',
      account: 'account',
      slug: 'tides',
      title: 'Tides',
      description: null,
      mode: 'kb',
      state: 'PRIVATE',
      allowedOrigins: null,
      allowedIpAddresses: null,
      searchConfigs: {},
      learningConfiguration: null,
      sealedUserKeys: null,
      enforceSecurity: false,
      hiddenResourcesEnabled: false,
      hiddenResourcesHideOnCreation: false,
      prewarmEnabled: false,
      created: now,
    });
  });

  it('ignores members that it does not know', () => {
    expect(made({ zone: 'x', sentence_embedder: 'y', anonymization: 'z' })).toEqual(made({}));
  });

  it.each(['', 'Tides', 'a b', 'ä', 'a'.repeat(251)])('refuses the slug %j', (slug) => {
    expect(() => made({ slug })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('refuses to hide new resources while hiding is off', () => {
    expect(() => made({ hidden_resources_hide_on_creation: true })).toThrow(/hidden resources feature is disabled/);
    expect(
      made({ hidden_resources_enabled: true, hidden_resources_hide_on_creation: true }).hiddenResourcesHideOnCreation,
    ).toBe(true);
  });
});

describe('modifiedKnowledgeBox', () => {
  it('changes what is named and nothing else', () => {
    const before = { hidden_resources_enabled: true, description: 'old', allowed_origins: ['https://a.example'] };
    expect(changed(before, { title: 'Seas' })).toEqual({ ...made(before), title: 'Seas' });
    expect(changed(before, {})).toEqual(made(before));
  });

  it('empties with null what may be empty, and keeps the rest', () => {
    const after = changed(
      { description: 'old', allowed_origins: ['https://a.example'] },
      { description: null, allowed_origins: null, slug: null },
    );
    expect(after).toMatchObject({ description: null, allowedOrigins: null, slug: 'tides' });
  });

  it('keeps the two hidden flags consistent', () => {
    const both = { hidden_resources_enabled: true, hidden_resources_hide_on_creation: true };
    expect(() => changed(both, { hidden_resources_enabled: false })).toThrow(/hidden resources/);
    expect(() => changed({}, { hidden_resources_hide_on_creation: true })).toThrow(/hidden resources/);
  });

  it('refuses addresses that are none', () => {
    expect(() => changed({}, { allowed_ip_addresses: ['everywhere'] })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
