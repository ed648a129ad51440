import { Group, Stack, Text } from '@mantine/core';
import { CheckCircleIcon, XCircleIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import type { HealthReport } from './health';
import { Section } from '../../parts/section';

const known = [
  'database',
  'keyword-index',
  'vector-index',
  'blob-store',
  'models',
  'indexes',
  'boxes',
  'vectorsets',
  'bus',
  'process',
] as const;

type Known = (typeof known)[number];

function isKnown(name: string): name is Known {
  return known.some((one) => one === name);
}

/** Parts of the server, and whether they work. */
export function Parts({ checks }: Pick<HealthReport, 'checks'>) {
  const { t } = useTranslation('health');
  return (
    <Section title={t('parts.title')}>
      {checks === undefined ? (
        <Text c="dimmed">{t('parts.elsewhere')}</Text>
      ) : (
        <Stack component="ul" gap="xs" className="plain-list">
          {Object.entries(checks).map(([name, text]) => (
            <li key={name}>
              <Part name={name} text={text} />
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation('health');
  const isWell = text === 'ok';
  const label = isKnown(name) ? t(`parts.names.${name}`) : name;
  const Mark = isWell ? CheckCircleIcon : XCircleIcon;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Mark size={20} aria-hidden className={isWell ? 'well' : 'unwell'} />
      <Stack gap={2} miw={0}>
        <Text>
          {label}: {isWell ? t('parts.ok') : t('parts.broken')}
        </Text>
        {!isWell && (
          <>
            <Text size="sm">{isKnown(name) ? t(`parts.todo.${name}`) : t('parts.otherTodo')}</Text>
            <Text size="sm" c="dimmed" className="content-text">
              {t('parts.server')} <span lang="en">{text}</span>
            </Text>
          </>
        )}
      </Stack>
    </Group>
  );
}
