import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../i18n/i18n';
import { type Language, languages } from '../i18n/language';

// The keys of the table are the languages.
const choices = Object.entries(languages) as readonly (readonly [Language, string])[];

export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      {choices.map(([language, name]) => (
        <Menu.Item
          key={language}
          lang={language}
          role="menuitemradio"
          aria-checked={language === i18n.language}
          onClick={() => void changeLanguage(language)}
          rightSection={language === i18n.language && <IconCheck size={16} aria-hidden />}
          closeMenuOnClick={false}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}
