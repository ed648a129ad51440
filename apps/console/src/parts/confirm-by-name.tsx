import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import { FailureNotice } from './failure-notice';

interface ConfirmByNameProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The consequence, in a sentence. */
  readonly children: ReactNode;
  /** The text to type. */
  readonly name: string;
  /** Text of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isPending: boolean;
  /** Of the last try. */
  readonly error?: unknown;
}

/** Asks for the name of the object that is about to be deleted for good. */
export function ConfirmByName({ opened, onClose, title, ...rest }: ConfirmByNameProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Confirmation onClose={onClose} {...rest} />
    </Modal>
  );
}

type ConfirmationProps = Omit<ConfirmByNameProps, 'opened' | 'title'>;

/** Begins with an empty field whenever the dialog opens. */
function Confirmation({ children, name, action, onClose, onConfirm, isPending, error }: ConfirmationProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isRight && !isPending) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{children}</Text>
        <TextInput
          data-autofocus
          autoComplete="off"
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          label={
            <Trans
              t={t}
              i18nKey="confirm.type"
              values={{ name }}
              components={{ name: <Text span fw={600} dir="auto" /> }}
            />
          }
        />
        {error != null && <FailureNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" color="red" disabled={!isRight} isBusy={isPending}>
            {action}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
