import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { PassageName } from '../../parts/passage-name';
import { scoredAnswerQuery } from './activity';

interface SourcesProps {
  readonly kbid: string;
  /** Of the row. */
  readonly id: number;
}

/** The passages that an answer was made from, and its scores. */
export function Sources({ kbid, id }: SourcesProps) {
  const { t } = useTranslation('activity');
  const query = useQuery(scoredAnswerQuery(kbid, id));
  return (
    <Loaded query={query}>
      {({ remi, context }) => (
        <Stack gap="sm">
          {remi?.answer_relevance && (
            <Text size="sm">
              {t('scores.answer', { score: remi.answer_relevance.score })} <span>{remi.answer_relevance.reason}</span>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {remi ? t('scores.by', { model: remi.model }) : t('scores.none')}
          </Text>
          {context.length === 0 && <Text>{t('sources.none')}</Text>}
          <Stack component="ol" className="plain-list" gap="sm">
            {context.map(({ text, text_block_id: paragraph }, index) => (
              <li key={paragraph}>
                <Stack gap={4}>
                  <Group gap="xs">
                    <div>
                      <PassageName kbid={kbid} id={paragraph} mark={`${index + 1}.`} />
                    </div>
                    <Score name="sources" score={remi?.context_relevance[index]} />
                    <Score name="support" score={remi?.groundedness[index]} />
                  </Group>
                  <Text size="sm" dir="auto" className="content-text" lineClamp={6}>
                    {text === '' ? t('sources.gone') : text}
                  </Text>
                </Stack>
              </li>
            ))}
          </Stack>
        </Stack>
      )}
    </Loaded>
  );
}

interface ScoreProps {
  readonly name: 'sources' | 'support';
  readonly score: number | null | undefined;
}

function Score({ name, score }: ScoreProps) {
  const { t } = useTranslation('activity');
  if (typeof score !== 'number') return null;
  return (
    <Badge variant="default" tt="none">
      {t(`scores.${name}`, { score })}
    </Badge>
  );
}
