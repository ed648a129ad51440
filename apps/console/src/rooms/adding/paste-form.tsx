import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { TEXT_CHARS_MAX, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addSources } from './additions';
import { ADDRESSES_MAX, sourcesOf } from './pasted';

interface PasteFormProps {
  readonly kbid: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Takes a text, or addresses, and says before it is added which of them it is. */
export function PasteForm({ kbid, text, onText }: PasteFormProps) {
  const { t } = useTranslation('adding');
  const [title, setTitle] = useState('');
  const sources = sourcesOf(text, title);
  const isText = sources[0]?.kind === 'text';
  const isTooMuch = sources.length > ADDRESSES_MAX || text.length > TEXT_CHARS_MAX;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sources.length === 0 || isTooMuch) return;
    addSources(kbid, sources);
    onText('');
    setTitle('');
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t('paste.label')}
          description={t('paste.hint')}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          error={isTooMuch ? t('paste.tooMuch', { addresses: ADDRESSES_MAX }) : undefined}
          dir="auto"
          autosize
          minRows={3}
          maxRows={12}
        />
        {isText && (
          <TextInput
            label={t('paste.title')}
            placeholder={sources[0]?.kind === 'text' ? sources[0].title : ''}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={TITLE_CHARS_MAX}
            dir="auto"
          />
        )}
        <Group>
          <Button type="submit" variant="default" disabled={sources.length === 0 || isTooMuch}>
            {sources.length === 0 || isText ? t('paste.text') : t('paste.links', { count: sources.length })}
          </Button>
          {sources.length > 0 && !isText && <Text size="sm">{t('paste.linksHint')}</Text>}
        </Group>
      </Stack>
    </form>
  );
}
