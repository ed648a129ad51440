import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from './choice';

const themes = ['auto', 'light', 'dark'] as const;

/** Light, dark, or what the system has. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const options = themes.map((value) => ({ value, text: t(`theme.${value}`) }));
  return <Choice label={t('theme.label')} options={options} value={colorScheme} onChange={setColorScheme} />;
}
