import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddQuestions } from '../../data/evaluation-sets';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { FormEnd } from '../../parts/form-end';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { READ_MAX, useWriteQuestions, type WrittenQuestion, writtenQuestionsQuery } from './written-questions';

interface WrittenQuestionsProps {
  readonly kbid: string;
  readonly set: string;
  readonly onClose: () => void;
}

/** A dialog that adds questions that a task wrote about documents, and starts that task. */
export function WrittenQuestions({ kbid, set, onClose }: WrittenQuestionsProps) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const query = useQuery(writtenQuestionsQuery(kbid));
  const task = useWriteQuestions(kbid);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={t('generated.title')} size="lg" closeButtonProps={close}>
      <Stack>
        <Text size="sm">{t('generated.intro')}</Text>
        <Group>
          <BusyButton variant="default" isBusy={task.isPending} onClick={() => task.mutate()}>
            {t('generated.start')}
          </BusyButton>
          <BusyButton
            variant="default"
            isBusy={query.isFetching}
            leftSection={<SyncIcon size={16} aria-hidden />}
            onClick={() => void query.refetch()}
          >
            {t('generated.reload')}
          </BusyButton>
        </Group>
        {task.isSuccess && (
          <Text size="sm" role="status">
            {t('generated.started')}
          </Text>
        )}
        {task.isError && <FailureNotice error={task.error} />}
        <Loaded query={query}>
          {(questions) =>
            questions.length === 0 ? (
              <Text>{t('generated.none')}</Text>
            ) : (
              <Choice kbid={kbid} set={set} questions={questions} onClose={onClose} />
            )
          }
        </Loaded>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps extends WrittenQuestionsProps {
  readonly questions: readonly WrittenQuestion[];
}

function Choice({ kbid, set, questions, onClose }: ChoiceProps) {
  const { t } = useTranslation('evaluation');
  const [chosen, setChosen] = useState<string[]>([]);
  const add = useAddQuestions(kbid);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const sent = questions.flatMap(({ key, toSend }) => (chosen.includes(key) ? [toSend] : []));
    if (add.isPending || sent.length === 0) return;
    const onSuccess = () => {
      notify(t('import.done', { count: sent.length }));
      onClose();
    };
    add.mutate({ set_id: set, questions: sent }, { onSuccess });
  };
  const isAll = chosen.length === questions.length;
  const label = <VisuallyHidden>{t('generated.list')}</VisuallyHidden>;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setChosen(isAll ? [] : questions.map(({ key }) => key))}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(isAll ? 'generated.chooseNone' : 'generated.chooseAll')}
        </Button>
        <ScrollArea.Autosize mah="40vh" type="auto" viewportProps={{ tabIndex: 0 }}>
          <Checkbox.Group label={label} value={chosen} onChange={setChosen}>
            <Stack gap="xs">
              {questions.map(({ key, question, title }) => (
                <Checkbox
                  key={key}
                  value={key}
                  label={<span dir="auto">{question}</span>}
                  description={<span dir="auto">{title}</span>}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
        <Text size="sm" c="dimmed">
          {t('generated.limit', { resources: READ_MAX })}
        </Text>
        <FormEnd error={add.error} isBusy={add.isPending} onCancel={onClose}>
          {t('generated.add', { count: chosen.length })}
        </FormEnd>
      </Stack>
    </form>
  );
}
