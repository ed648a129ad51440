import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button';
import { FailureNotice } from './failure-notice';

interface FormEndProps {
  /** Why the form could not be sent. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  /** Label of the button that sends the form. */
  readonly children: ReactNode;
}

/** The end of a form in a dialog: a failure, and buttons to leave or to send it. */
export function FormEnd({ error, isBusy, onCancel, children }: FormEndProps) {
  const { t } = useTranslation();
  return (
    <>
      {error ? <FailureNotice error={error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" isBusy={isBusy}>
          {children}
        </BusyButton>
      </Group>
    </>
  );
}
