import 'i18next';

/** One line per catalogue: its keys are checked wherever a text is used. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      shell: typeof import('../shell/texts.en.json');
      'sign-in': typeof import('../rooms/sign-in/texts.en.json');
      pdf: typeof import('../parts/pdf/texts.en.json');
      passage: typeof import('../parts/passage/texts.en.json');
      adding: typeof import('../rooms/adding/texts.en.json');
      resources: typeof import('../rooms/resources/texts.en.json');
      resource: typeof import('../rooms/resources/resource/texts.en.json');
      boxes: typeof import('../rooms/boxes/texts.en.json');
      kinds: typeof import('../parts/kinds/texts.en.json');
      filters: typeof import('../parts/filters/texts.en.json');
      'model-keys': typeof import('../parts/model-keys/texts.en.json');
      comparison: typeof import('../parts/comparison/texts.en.json');
      'search-settings': typeof import('../rooms/search-settings/texts.en.json');
      models: typeof import('../rooms/models/texts.en.json');
      ask: typeof import('../rooms/ask/texts.en.json');
      search: typeof import('../rooms/search/texts.en.json');
      'add-to-evaluation': typeof import('../parts/add-to-evaluation/texts.en.json');
      evaluation: typeof import('../rooms/evaluation/texts.en.json');
      activity: typeof import('../rooms/activity/texts.en.json');
      agents: typeof import('../rooms/agents/texts.en.json');
      graph: typeof import('../rooms/graph/texts.en.json');
      tasks: typeof import('../rooms/tasks/texts.en.json');
      members: typeof import('../rooms/members/texts.en.json');
      invitations: typeof import('../parts/invitations/texts.en.json');
      strategies: typeof import('../rooms/strategies/texts.en.json');
      transfer: typeof import('../rooms/transfer/texts.en.json');
      'service-keys': typeof import('../parts/service-keys/texts.en.json');
      keys: typeof import('../rooms/keys/texts.en.json');
      people: typeof import('../rooms/people/texts.en.json');
      'account-models': typeof import('../rooms/account-models/texts.en.json');
      groups: typeof import('../rooms/groups/texts.en.json');
      account: typeof import('../rooms/account/texts.en.json');
      usage: typeof import('../rooms/usage/texts.en.json');
      'single-sign-on': typeof import('../rooms/single-sign-on/texts.en.json');
      profile: typeof import('../rooms/profile/texts.en.json');
      sessions: typeof import('../rooms/sessions/texts.en.json');
      tokens: typeof import('../rooms/tokens/texts.en.json');
      audit: typeof import('../rooms/audit/texts.en.json');
      health: typeof import('../rooms/health/texts.en.json');
      settings: typeof import('../rooms/settings/texts.en.json');
    };
  }
}
