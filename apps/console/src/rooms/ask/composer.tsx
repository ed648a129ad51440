import { ActionIcon, Button, Group, Popover, Radio, Stack, Text, Textarea } from '@mantine/core';
import { PaperAirplaneIcon, SlidersIcon, SquareFillIcon } from '@primer/octicons-react';
import { QUERY_CHARS_MAX } from '@lectern/contracts/search';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { ConfigurationChoice } from '../../parts/configuration-choice';
import { AsGroups } from '../../parts/filters/as-groups';
import { FilterChips } from '../../parts/filters/filter-chips';
import { FilterButton } from '../../parts/filters/filter-panel';
import type { AskOptions } from './ask-request';

interface ComposerProps {
  readonly options: AskOptions;
  readonly onOptions: (options: AskOptions) => void;
  readonly isRunning: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** Where questions are written, and what they look at. */
export function Composer({ options, onOptions, isRunning, onAsk, onStop }: ComposerProps) {
  const kbid = useKbid();
  const { filters } = options;
  const setFilters = (next: AskOptions['filters']) => onOptions({ ...options, filters: next });
  return (
    <Stack gap="xs" className="composer">
      <QuestionForm isRunning={isRunning} onAsk={onAsk} onStop={onStop} />
      <Group gap="xs">
        <FilterButton kbid={kbid} filters={filters} onChange={setFilters} />
        <OptionsButton options={options} onOptions={onOptions} />
        <ConfigurationChoice
          kbid={kbid}
          kind="ask"
          value={options.configuration}
          onChange={(configuration) => onOptions({ ...options, configuration })}
        />
        <FilterChips filters={filters} onChange={setFilters} />
        <AsGroups filters={filters} onChange={setFilters} />
      </Group>
    </Stack>
  );
}

function QuestionForm({ isRunning, onAsk, onStop }: Pick<ComposerProps, 'isRunning' | 'onAsk' | 'onStop'>) {
  const { t } = useTranslation('ask');
  const [question, setQuestion] = useState('');
  const send = () => {
    if (isRunning || question.trim() === '') return;
    onAsk(question.trim());
    setQuestion('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Chinese or Japanese word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Textarea
          flex="1 1 0"
          aria-label={t('label')}
          placeholder={t('placeholder')}
          description={t('hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
          maxLength={QUERY_CHARS_MAX}
          dir="auto"
          autosize
          minRows={1}
          maxRows={8}
        />
        {isRunning ? <StopButton onStop={onStop} /> : <SendButton isDisabled={question.trim() === ''} />}
      </Group>
    </form>
  );
}

function SendButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation('ask');
  return (
    <ActionIcon type="submit" size={36} mb={19} aria-label={t('send')} disabled={isDisabled}>
      <PaperAirplaneIcon size={20} aria-hidden />
    </ActionIcon>
  );
}

function StopButton({ onStop }: { readonly onStop: () => void }) {
  const { t } = useTranslation('ask');
  return (
    <ActionIcon size={36} mb={19} variant="default" aria-label={t('stop')} onClick={onStop}>
      <SquareFillIcon size={18} aria-hidden />
    </ActionIcon>
  );
}

const contexts = ['passages', 'neighbours', 'documents'] as const;

function isContext(value: string): value is AskOptions['context'] {
  return contexts.some((context) => context === value);
}

function OptionsButton({ options, onOptions }: Pick<ComposerProps, 'options' | 'onOptions'>) {
  const { t } = useTranslation('ask');
  return (
    <Popover position="top-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<SlidersIcon size={18} aria-hidden />}>
          {t('options.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('options.title')}>
        <Radio.Group
          label={t('options.context')}
          value={options.context}
          onChange={(context) => isContext(context) && onOptions({ ...options, context })}
        >
          <Stack gap="xs" mt="xs">
            {contexts.map((context) => (
              <Radio key={context} value={context} label={<Text size="sm">{t(`options.${context}`)}</Text>} />
            ))}
          </Stack>
        </Radio.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
