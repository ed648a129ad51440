import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';

interface CopyTextProps {
  /** Text for the clipboard. */
  readonly text: string;
  /** Label of the button; “Copy” when absent. */
  readonly label?: string;
}

/** A button that copies a text and says so. Browsers let pages copy over https and on this machine only. */
export function CopyText({ text, label }: CopyTextProps) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard();
  if (!window.isSecureContext) return null;
  const Mark = copied ? CheckIcon : CopyIcon;
  return (
    <Button variant="default" leftSection={<Mark size={16} aria-hidden />} onClick={() => copy(text)}>
      <span role="status">{copied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  );
}
