/** Parts of the page. */
export const settingsTabs = ['configurations', 'labels', 'synonyms', 'entities', 'schemas'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** Which part of the page the address opens; the first one when absent. */
export interface SettingsSearch {
  readonly tab?: Exclude<SettingsTab, 'configurations'>;
}

export function isSettingsTab(value: unknown): value is SettingsTab {
  return settingsTabs.some((tab) => tab === value);
}

/** Reads the address; an unknown part counts as absent. */
export function settingsSearch({ tab }: Record<string, unknown>): SettingsSearch {
  return isSettingsTab(tab) && tab !== 'configurations' ? { tab } : {};
}
