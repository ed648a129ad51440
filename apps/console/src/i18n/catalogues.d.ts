import 'i18next';

/** One line per catalogue: its keys are checked wherever a text is used. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      shell: typeof import('../shell/texts.en.json');
      'sign-in': typeof import('../rooms/sign-in/texts.en.json');
      boxes: typeof import('../rooms/boxes/texts.en.json');
      keys: typeof import('../rooms/keys/texts.en.json');
      health: typeof import('../rooms/health/texts.en.json');
      settings: typeof import('../rooms/settings/texts.en.json');
    };
  }
}
