import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadCode } from '../api/load-code';
import { type Language, rememberedLanguage, rememberLanguage } from './language';

/** Of every room, and of the shell, a catalogue per language; each is a file that is loaded when it is needed. */
const catalogues = import.meta.glob<{ default: Record<string, unknown> }>('../**/texts.*.json');

function load(language: string, name: string) {
  const found = Object.entries(catalogues).find(([path]) => path.endsWith(`/${name}/texts.${language}.json`));
  if (!found) throw new Error(`There is no catalogue of ${name} in ${language}`);
  return loadCode(found[1]);
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, name, done) => {
    load(language, name).then(
      (module) => done(null, module.default),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    );
  },
};

/** Loads the texts of the shell in the language of this person. */
export async function startTexts(): Promise<void> {
  const language = rememberedLanguage();
  document.documentElement.lang = language;
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
}

/** Shows everything in another language from now on. */
export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
