/** Names of kinds of drivers for people, by provider. */
export const titlesOfDrivers: Readonly<Record<string, string>> = { kbdb: 'Knowledge box' };
