import { ActionIcon, Group, Popover, Stack, Text, Textarea } from '@mantine/core';
import { ThumbsdownIcon, ThumbsupIcon } from '@primer/octicons-react';
import { sendFeedback } from '@lectern/contracts/search';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';

interface FeedbackProps {
  readonly kbid: string;
  /** Of the answer. */
  readonly learningId: string;
}

interface Thought {
  readonly isGood: boolean;
  readonly comment: string;
}

const COMMENT_CHARS_MAX = 5_000;

function useFeedback({ kbid, learningId: ident }: FeedbackProps) {
  return useMutation({
    mutationFn: ({ isGood: good, comment }: Thought) => {
      const body = { ident, good, task: 'CHAT' as const, ...(comment !== '' && { feedback: comment }) };
      return api.call(sendFeedback, { params: { kbid }, body });
    },
  });
}

/** Two thumbs; a comment may follow. */
export function Feedback(props: FeedbackProps) {
  const [given, setGiven] = useState<boolean>();
  return (
    <Group gap={4}>
      <Thumb {...props} isGood given={given} onGiven={setGiven} />
      <Thumb {...props} isGood={false} given={given} onGiven={setGiven} />
    </Group>
  );
}

interface ThumbProps extends FeedbackProps {
  readonly isGood: boolean;
  readonly given: boolean | undefined;
  readonly onGiven: (isGood: boolean) => void;
}

/** The thumb is stored at once; a comment is sent with it in a second call, and the newest counts. */
function Thumb({ isGood, given, onGiven, ...answer }: ThumbProps) {
  const { t } = useTranslation('ask');
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error } = useFeedback(answer);
  const Mark = isGood ? ThumbsupIcon : ThumbsdownIcon;
  const press = () => {
    setIsOpen(true);
    mutate({ isGood, comment: '' }, { onSuccess: () => onGiven(isGood) });
  };
  const send = (comment: string) => {
    const onSuccess = () => {
      setIsOpen(false);
      notify(t('feedback.thanks'));
    };
    mutate({ isGood, comment }, { onSuccess });
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant={given === isGood ? 'filled' : 'default'}
          size="lg"
          aria-label={t(isGood ? 'feedback.good' : 'feedback.bad')}
          aria-pressed={given === isGood}
          onClick={press}
        >
          <Mark size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(isGood ? 'feedback.good' : 'feedback.bad')}>
        {error && <FailureNotice error={error} />}
        {(given === isGood || !error) && <Comment onSend={send} isPending={isPending} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Comment({ onSend, isPending }: { readonly onSend: (comment: string) => void; readonly isPending: boolean }) {
  const { t } = useTranslation('ask');
  const [comment, setComment] = useState('');
  return (
    <Stack gap="xs">
      <Text size="sm">{t('feedback.thanks')}</Text>
      <Textarea
        label={t('feedback.comment')}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={COMMENT_CHARS_MAX}
        dir="auto"
        autosize
        minRows={2}
        maxRows={6}
      />
      <BusyButton size="xs" disabled={comment.trim() === ''} isBusy={isPending} onClick={() => onSend(comment.trim())}>
        {t('feedback.send')}
      </BusyButton>
    </Stack>
  );
}
