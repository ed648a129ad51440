import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../i18n/i18n';
import { type Language, languages } from '../i18n/language';
import { Choice } from './choice';

// The keys of the table are the languages.
const options = (Object.entries(languages) as [Language, string][]).map(([value, text]) => ({
  value,
  text,
  lang: value,
}));

/** The languages, each by its own name. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const spoken = options.find(({ value }) => value === i18n.language)?.value;
  return (
    <Choice
      label={t('language')}
      options={options}
      value={spoken}
      onChange={(language) => void changeLanguage(language)}
    />
  );
}
