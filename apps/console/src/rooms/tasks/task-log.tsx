import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { PassageLink } from '../../parts/passage-link';
import { taskLogLines } from './task-log-lines';

/** The last errors of a task, with the way to the resource of each, and why it waits. */
export function TaskLog({ log }: { readonly log: string | null }) {
  const { t } = useTranslation('tasks');
  const kbid = useKbid();
  const lines = taskLogLines(log);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{t('log', { count: lines.length })}</summary>
      <List size="sm" className="task-log">
        {lines.map(({ text, rid }, index) => (
          <List.Item key={index}>
            <Text size="sm" lang="en" className="content-text" span>
              {text}
            </Text>{' '}
            {rid !== undefined && (
              <PassageLink kbid={kbid} rid={rid}>
                {t('openResource')}
              </PassageLink>
            )}
          </List.Item>
        ))}
      </List>
    </details>
  );
}
