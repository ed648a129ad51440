import { Group, Stack, Text, Title } from '@mantine/core';
import { AlertIcon, CheckIcon } from '@primer/octicons-react';
import type { TracedSentence } from '@lectern/contracts/search';
import { useTranslation } from 'react-i18next';
import { PassageName } from '../../parts/passage-name';

interface SentencesProps {
  readonly kbid: string;
  readonly answer: string;
  /** Null: the question asked for no citations. */
  readonly sentences: readonly TracedSentence[] | null;
}

/** Which sentences of an answer its sources support. */
export function Sentences({ kbid, answer, sentences }: SentencesProps) {
  const { t } = useTranslation('activity');
  const points = [...answer];
  const unsupported = sentences?.filter(({ status }) => status === 'unsupported').length ?? 0;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('sentences.title')}
      </Title>
      <Text size="sm">
        {sentences
          ? t('sentences.count', { supported: sentences.length - unsupported, count: sentences.length })
          : t('sentences.unknown')}
      </Text>
      <Stack component="ol" className="plain-list" gap="sm" aria-label={t('sentences.title')}>
        {sentences?.map((sentence) => (
          <li key={sentence.start}>
            <Sentence kbid={kbid} sentence={sentence} text={points.slice(sentence.start, sentence.end).join('')} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

interface SentenceProps {
  readonly kbid: string;
  readonly sentence: TracedSentence;
  readonly text: string;
}

function Sentence({ kbid, sentence: { status, sources }, text }: SentenceProps) {
  const { t } = useTranslation('activity');
  const Mark = status === 'unsupported' ? AlertIcon : CheckIcon;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Mark size={16} className="fixed-icon" aria-hidden />
      <Stack gap={0}>
        <Text size="sm" dir="auto" className="content-text">
          {text.trim()}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`sentences.${status}`)}
        </Text>
        {sources.map((key) => (
          <Text component="div" key={key} size="sm">
            <PassageName kbid={kbid} id={key} />
          </Text>
        ))}
      </Stack>
    </Group>
  );
}
