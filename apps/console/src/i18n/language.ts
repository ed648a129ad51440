/** Languages that the console speaks, by their own names. */
export const languages = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof languages;

const KEY = 'lectern.language';

function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(languages, text);
}

/** The first of the browser's languages that we speak; English without any. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** The one that was chosen here before, else that of the browser. */
export function rememberedLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
